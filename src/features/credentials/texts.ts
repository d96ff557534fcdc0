import type { refusals } from './constants.ts';

export const refusalTexts: Record<keyof typeof refusals, { title: string }> = {
  vouch_not_verified: { title: 'Only a verified vouch has a signed proof' },
  too_many_tries: { title: 'Too many downloads. Please try again later.' },
};
