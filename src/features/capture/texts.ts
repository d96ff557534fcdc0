import { limits } from './constants.ts';

/** User-facing message for the error codes that are not those of an entry, with an optional `detail` sentence. */
export const refusalTexts: Record<'invalid_key' | 'key_reused', { title: string; detail?: string }> = {
  invalid_key: {
    title: 'Invalid Idempotency-Key',
    detail: `It has 1 to ${limits.key} visible ASCII characters.`,
  },
  key_reused: {
    title: 'Key already used',
    detail: 'Another text was saved with this Idempotency-Key. Use a new key for each entry.',
  },
};
