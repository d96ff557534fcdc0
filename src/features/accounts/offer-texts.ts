/** Offered once in a browser, on a device that can have a passkey. */
export const offerTexts = {
  text: 'Next time, you can use your fingerprint, face or screen lock.',
  link: 'Add a passkey',
} as const;
