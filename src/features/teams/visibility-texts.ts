import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';

/** UI copy of Logbook Visibility in the settings. */
export const visibilityTexts = {
  title: 'Logbook Visibility',
  about: 'You have given these people access to the check-ins that you share with them.',
  list: 'People with access to your shared check-ins',
  loading: 'Loading who can see your logbook',
  loadFailed: 'Failed to load logbook viewers',
  tryAgain: 'Try again',
  empty: 'Only you can see your logbook.',
  type: { Manager: 'Manager', Legacy: 'Legacy' },
  unnamed: 'Unnamed manager',
  sees: (date: string) => `Sees what you've shared since ${date}`,
  /** Without the Team plan. */
  notNow: "Can't currently see your logbook",
  looked: (day: string, time: string) => `Last looked on ${day}, ${time}`,
  notLooked: 'Has not looked yet',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}'s access`,
  confirm: {
    title: (name: string) => `Remove ${name}'s access?`,
    detail:
      'They can no longer see your check-ins, your goals, and your shoutouts to them. To connect again, one of you has to send a new invitation. What you shared before then stays hidden from them.',
    detailLegacy:
      'They can no longer see the check-ins that you shared with them. This older kind of access cannot be given again, but you can invite them as your manager.',
    cancel: 'Cancel',
    confirm: 'Remove access',
  },
  removed: 'Access removed',
  removedDetail: (name: string) => `${name} can no longer see your logbook.`,
  removeFailed: 'Failed to remove logbook access',
  offline: 'You are offline. Please try again when the connection is back.',
  requests: {
    title: 'Invited managers',
    loading: 'Loading invited managers',
    failed: 'Your invitations could not be loaded.',
  },
  more: 'Show more',
  invite: {
    label: "Your manager's email",
    get hint() {
      const email = ifEmailLeaves('They get an email.', heldText.description);
      return `${email} Once they accept, they see the check-ins that you share with them, your goals, and your shoutouts to them, from then on. Nothing from before.`;
    },
    send: 'Invite Manager',
    get sent() {
      return ifEmailLeaves('Invitation sent', 'Invitation saved');
    },
    sentTo: (email: string) =>
      ifEmailLeaves(`${email} gets an email with a link to accept.`, heldText.description),
    saved: 'Invitation saved',
    held: 'The email will be sent when you verify your email.',
    waiting:
      'You have reached the limit of emails to new people. It is sent automatically once there is room.',
    emailFailed: (email: string) => `Invitation created but email failed for ${email}`,
    failed: 'Failed to send the invitation. Please try again.',
    exists: (email: string) => `Invitation already exists for ${email}`,
  },
} as const;
