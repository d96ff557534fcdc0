/** When the user can try again. */
export const retryIn = (seconds: number): string =>
  seconds < 90
    ? `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
