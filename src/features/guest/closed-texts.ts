/** What a guest reads whose browser stores nothing for this site. */
export const closedTexts = {
  title: 'This browser keeps nothing for this site',
  text: "Without storage a guest's logbook would be gone with this window. Private windows and strict settings can cause it. Allow storage and reload, or sign up: then your logbook is kept on the server.",
  signUp: 'Create Account',
  /** Where cookies are closed as well, an account could not be used either. */
  withoutCookies:
    'Your browser blocks cookies and storage here, so neither a guest logbook nor an account can work. Allow cookies and site data for this site in the settings of your browser, then reload.',
  reload: 'Reload the page',
} as const;
