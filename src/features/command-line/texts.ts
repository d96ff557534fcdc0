import type { refusals as tokenRefusals } from '#features/api-tokens/constants.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

type Text = { title: string; detail?: string };

/** User-facing message for the error codes that are not those of a token, with an optional `detail` sentence. */
export const refusalTexts: Record<Exclude<RefusalCode, keyof typeof tokenRefusals>, Text> = {
  authorization_pending: { title: 'Not approved yet' },
  access_denied: { title: 'The sign-in was refused' },
  expired_token: { title: 'The sign-in has expired', detail: 'Start it again.' },
  unknown_code: {
    title: 'Unknown code',
    detail: `No program waits with this code. A code is valid for ${limits.loginMinutes} minutes.`,
  },
  login_over: { title: 'Too late', detail: 'This sign-in has expired, or was decided already.' },
  too_many_tries: { title: 'Too many attempts' },
};
