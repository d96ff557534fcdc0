/** Shown to a guest whose browser blocks storage for this site. */
export const storageTexts = {
  title: 'This browser blocks storage for this site',
  text: 'Without storage, a guest logbook would be lost when you close this tab. Private windows and strict privacy settings can cause this. Allow storage and reload, or sign up to keep your logbook on the server.',
  signUp: 'Create Account',
  /** If cookies are blocked as well, an account does not work either. */
  withoutCookies:
    'Your browser blocks cookies and storage for this site, so neither a guest logbook nor an account can work. Allow cookies and site data for this site in your browser settings, then reload.',
  reload: 'Reload the page',
} as const;
