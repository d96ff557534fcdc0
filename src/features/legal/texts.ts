export const policyPath = '/privacy-policy';

export const texts = {
  back: 'Back',
  updated: 'Last updated',
  /** How to reach the operator, as Markdown. `address`: where feedback is emailed, if anywhere. */
  contact: (instance: string, address: string | undefined) =>
    address === undefined
      ? `Use the feedback form in the [settings](/profile). If you have no account, write to the people who run ${instance}, or ask the person who sent you here how to reach them.`
      : `Write to [${address}](mailto:${address}), or use the feedback form in the [settings](/profile).`,
};
