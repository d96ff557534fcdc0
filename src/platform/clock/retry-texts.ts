import { counted } from '../text/language.ts';

/** When the user can try again. */
export const retryIn = (seconds: number): string =>
  seconds < 90
    ? `Try again in ${counted(seconds, { one: 'second', other: 'seconds' })}.`
    : `Try again in ${counted(Math.ceil(seconds / 60), { one: 'minute', other: 'minutes' })}.`;
