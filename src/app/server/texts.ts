// Of what the server says itself: in previews of links, in the manifest, and on the page of an unsubscribe link.

export const aboutText = 'A dated logbook of your work, on a timeline that is yours.';

export const previewTexts = { signIn: (instance: string) => `Sign in · ${instance}` } as const;

export const shortcutTexts = { add: 'New entry', search: 'Search' } as const;

/** Shown on a page whose scripts could not be loaded. Reloading may empty its fields. */
export const incompleteTexts = {
  title: 'This page did not load completely',
  text: 'Its buttons do not work yet. Reloading usually fixes it. Copy anything you typed first.',
  reload: 'Reload the page',
} as const;

/** Shown in place of the text that an email was sent, while production mode holds all of them. */
export const heldTexts = {
  title: 'Email is not set up here yet',
  why: 'The email is held until the operator of this instance sets up email. Please ask the operator.',
} as const;

export const stopTexts = {
  ask: {
    title: 'Unsubscribe from all emails?',
    text: (instance: string, address: string) =>
      `${instance} will no longer email ${address}, even if someone else asks it to. You will still get emails that you request yourself, such as a link to verify your email.`,
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
