/** Of the installed app, as systems show it. */
export const manifestTexts = {
  description: 'A dated logbook of your work, on a timeline that is yours.',
  newEntry: 'New entry',
  search: 'Search',
} as const;

/** Of the page that stops emails. */
export const stopTexts = {
  ask: {
    title: 'Unsubscribe from all emails?',
    text: (address: string, instanceName: string) =>
      `${instanceName} will no longer email ${address}, even if someone else asks it to. ` +
      'You will still get emails that you request yourself, such as a link to verify your email.',
    button: 'Unsubscribe',
  },
  stopped: {
    title: 'Unsubscribed',
    text: (address: string) =>
      `We will no longer email ${address}. You will still get emails that you request yourself.`,
    button: 'Allow emails again',
  },
  again: {
    title: 'Emails are allowed again',
    text: (address: string) => `${address} can get emails from us again.`,
  },
  broken: {
    title: 'This link is incomplete',
    text: 'Open it from the email again, or copy the whole link.',
  },
} as const;
