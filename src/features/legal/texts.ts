export const policyPath = '/privacy-policy';
export const accessibilityPath = '/legal/accessibility';
/** The same report for programs. */
export const openAcrPath = '/legal/openacr.json';

export const texts = {
  back: 'Back',
  updated: 'Last updated',
  /** Who “we” are, as Markdown. */
  operator: (instance: string, name: string | undefined) =>
    name === undefined ? `the operator of ${instance}` : `${name}, the operator of ${instance}`,
  /** How to reach the operator, as Markdown. `link`: to their address, if they have given one. */
  contact: (instance: string, name: string | undefined, link: string | undefined) => {
    const runs = name === undefined ? '' : `${name} runs ${instance}. `;
    return link === undefined
      ? `${runs}Use the feedback form in the [settings](/profile). If you have no account, write to the people who run ${instance}, or ask the person who sent you here how to reach them.`
      : `${runs}Write to ${link}, or use the feedback form in the [settings](/profile).`;
  },
};
