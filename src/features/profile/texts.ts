import { limits, type RefusalCode } from './contract.ts';

/** What the person reads for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  invalid_name: { title: `Enter your name, up to ${limits.fullName} characters.` },
  invalid_phone: { title: 'Enter a phone number such as +43 660 1234567.' },
  invalid_avatar: { title: 'Enter an address that begins with https://.' },
  slug_required: { title: 'Slug required', detail: 'Please enter a name for your public link.' },
  slug_invalid: {
    title: 'Invalid slug',
    detail: `Use ${limits.slugMin} to ${limits.slug} lowercase letters, numbers and hyphens.`,
  },
  slug_taken: { title: 'Slug taken', detail: 'Please try a different name.' },
  slug_reserved: {
    title: 'Slug taken',
    detail: 'Logbook uses this name itself. Please try a different one.',
  },
};
