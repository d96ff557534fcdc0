import { limits as accountLimits } from '#features/accounts/constants.ts';
import { limits } from './constants.ts';
import type { Outcome, RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  provider_away: {
    title: 'The sign-in service does not respond right now.',
    detail: 'Please try again in a few minutes.',
  },
  confirmation_needed: { title: 'Please confirm that it is you.' },
  last_way: {
    title: 'This is your only way to sign in.',
    detail: 'First add another way to sign in, such as a passkey.',
  },
};

type Sentence = { title: string; description?: string };

/** How a way through the provider ended, as the page says it. `passwords`: whether they open accounts here. */
export const outcomeTexts: Record<Outcome, (provider: string, passwords: boolean) => Sentence> = {
  'signed-in': () => ({ title: 'Welcome back!' }),
  'signed-up': () => ({ title: 'Account created' }),
  connected: (provider) => ({ title: `${provider} connected`, description: 'You can sign in with it now.' }),
  confirmed: () => ({ title: 'Confirmed', description: 'You can go on with your change.' }),
  away: (provider) => ({
    title: `${provider} does not respond right now.`,
    description: 'Those who are signed in can go on. Please try again in a few minutes.',
  }),
  denied: (provider) => ({
    title: `${provider} did not sign you in.`,
    description:
      'You canceled there, or it does not let you use this site. Try again, or ask your administrator.',
  }),
  expired: () => ({
    title: 'That took too long, or was already used.',
    description: `Please start again, in this browser: you have ${limits.flowMinutes} minutes.`,
  }),
  refused: (provider) => ({
    title: `The answer from ${provider} was not valid.`,
    description: 'Please start again. If it happens again, ask the operator of this site.',
  }),
  failed: () => ({ title: 'That did not work.', description: 'Please try again in a moment.' }),
  'too-many': () => ({ title: 'Too many tries', description: 'Please try again in 15 minutes.' }),
  'not-admitted': (provider) => ({
    title: `Your account at ${provider} does not open this site.`,
    description: `${provider} knows you, but the operator admits only certain groups or addresses. Ask the operator to add you.`,
  }),
  closed: () => ({
    title: 'New accounts are by invitation only.',
    description: 'Ask someone who has an account here to invite you, at the address that you have there.',
  }),
  'no-address': (provider) => ({
    title: `${provider} did not tell us your email address.`,
    description: 'An account here needs one. Add it there, or ask your administrator.',
  }),
  taken: (provider, passwords) => ({
    title: 'An account with your email address already exists.',
    description: passwords
      ? `Sign in to it as before, then connect ${provider} in the settings, under Sign-in.`
      : `Sign in to it with a passkey, then connect ${provider} in the settings, under Sign-in. If you have no passkey, ask the operator of this site.`,
  }),
  'taken-second-factor': (provider) => ({
    title: 'Your account here asks for more than an address.',
    description: `Sign in with your passkey or a code, then connect ${provider} in the settings, under Sign-in.`,
  }),
  other: (provider) => ({
    title: `Your account here is connected to another account at ${provider}.`,
    description: 'Sign in with that one, or first disconnect it in the settings, under Sign-in.',
  }),
  'connected-elsewhere': (provider) => ({
    title: `This account at ${provider} opens another account here.`,
    description: 'Sign in to that one and disconnect it there first, or use another account.',
  }),
  'confirmation-needed': () => ({
    title: 'You signed in too long ago to connect an account.',
    description: 'Please try again, and confirm that it is you.',
  }),
  'not-confirmed': (provider) => ({
    title: `${provider} did not confirm that it is you.`,
    description: 'Use the account that is connected, and sign in there again when it asks.',
  }),
  'no-auth-time': (provider, passwords) => ({
    title: `${provider} does not say when it asked who you are, so it cannot confirm.`,
    description: passwords
      ? 'Sign out and in again, or use a passkey or your password.'
      : 'Sign out and in again, or use a passkey.',
  }),
  'no-session': () => ({
    title: 'You were signed out in the meantime.',
    description: 'Sign in, and try again.',
  }),
};

export const texts = {
  connect: (provider: string) => `Connect ${provider}`,
  disconnect: 'Disconnect',
  disconnectOne: (provider: string) => `Disconnect ${provider}`,
  connected: (label: string) => `Connected as ${label}`,
  notConnected: (provider: string) =>
    `Once it is connected, you can sign in with your account at ${provider}.`,
  added: (day: string) => `Connected ${day}`,
  lastUsed: (when: string) => `Last used ${when}`,
  neverUsed: 'Never used',
  loadFailed: 'This could not be loaded.',
  tryAgain: 'Try again',
  failed: 'That did not work. Please try again.',
  disconnectedToast: (provider: string) => `${provider} disconnected`,
  disconnecting: {
    title: (provider: string) => `Disconnect ${provider}?`,
    about: 'It no longer opens your account. Other sessions that began with it end.',
    submit: 'Disconnect',
    cancel: 'Cancel',
  },
  confirm: (provider: string) => `Sign in again at ${provider}`,
} as const;

const openLink = `If this wasn't you, open the link within ${accountLimits.undoHours} hours.`;

/** `passwords`: whether they open accounts here. */
export const mailTexts = {
  subject: (provider: string, instanceName: string) =>
    `${provider} was connected to your account on ${instanceName}`,
  heading: (provider: string) => `${provider} was connected`,
  body: (provider: string, instanceName: string) =>
    `An account at ${provider} opens your account on ${instanceName} now.`,
  notYou: (passwords: boolean) =>
    passwords
      ? `${openLink} It disconnects the account, ends all sessions, removes the extra addresses and lets you set a new password.`
      : `${openLink} It disconnects the account, ends all sessions and removes the extra addresses.`,
  undo: 'Undo this',
  disconnected: {
    subject: (provider: string, instanceName: string) =>
      `${provider} was disconnected from your account on ${instanceName}`,
    heading: (provider: string) => `${provider} was disconnected`,
    body: (provider: string, instanceName: string) =>
      `Your account at ${provider} no longer opens your account on ${instanceName}, and the sessions that it began have ended.`,
    notYou: (passwords: boolean) =>
      passwords
        ? "If this wasn't you, end the other sessions in your settings, and change your password."
        : "If this wasn't you, end the other sessions in your settings, and connect it again.",
    action: 'Open your settings',
  },
  why: 'You received this email because it is about how your account is opened.',
} as const;
