/** Of pages without the app. */
export const texts = {
  navigation: 'Pages',
  more: 'More about this site',
  signIn: 'Sign in',
  needsConnection: {
    title: 'This page needs a connection',
    open: 'Open the logbook',
    explained: (instance: string) =>
      `${instance} cannot be reached, and this browser has no copy of this page. Your logbook opens without a connection, and so do the guide and the other pages about ${instance} that you have opened before.`,
  },
};
