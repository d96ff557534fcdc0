import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** User-facing message for each error code, with an optional `detail` sentence. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  name_required: { title: 'Name required', detail: 'Name the token after what will use it.' },
  name_too_long: { title: 'Name too long', detail: `A name can have up to ${limits.name} characters.` },
  too_many_tokens: {
    title: 'Too many tokens',
    detail: `You can have up to ${limits.tokens} tokens. End one that you no longer use first.`,
  },
};
