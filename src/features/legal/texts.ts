export const policyPath = '/privacy-policy';

export const texts = {
  back: 'Back',
  updated: 'Last updated',
  /** How to reach the operator, as Markdown. `address`: where feedback is emailed, if anywhere. */
  contact: (instance: string, address: string | undefined) =>
    address === undefined
      ? `Use the feedback form in the [settings](/profile). If you have no account, ask the people who run ${instance}: they gave you its address, or run the website that it belongs to.`
      : `Write to [${address}](mailto:${address}), or use the feedback form in the [settings](/profile).`,
};
