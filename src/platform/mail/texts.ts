// What the template adds to the texts of an email.

export const frameTexts = {
  /** The sender, as mail programs show it. */
  from: (name: string, instanceName: string) => `${name} via ${instanceName}`,
  stop: 'Unsubscribe from all emails',
} as const;
