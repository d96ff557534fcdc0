// UI copy of the fields that say whom an entry is shared with, and of the note in the dialog that edits a shared entry.

export const fieldTexts = {
  manager: 'Share with manager',
  managerEmail: 'Manager Email',
  /** The group of buttons with the connected managers. */
  managers: 'Your managers',
  /** Users who have connected managers: before they enter an address, and for an address of none of them. */
  chooseHint: 'Choose who sees this check-in, or enter another address.',
  otherHint: 'They get this check-in by email, unless the address belongs to one of your managers.',
  managerHint: 'They get this check-in by email, and may be asked to connect as your manager.',
  /** A connected manager who cannot see it in Logbook. */
  managerEmailHint: (name: string) => `${name} gets this check-in by email.`,
  managerSeesHint: (name: string) => `${name} sees this check-in in Logbook.`,
  teammate: 'Highlight a teammate',
  teammateEmail: 'Teammate Email',
  message: 'Message',
  messageHint: 'They get it by email as a shoutout, with the beginning of this check-in.',
  needsAccount: {
    title: 'Sign up required',
    text: 'Create an account to share with teammates and managers.',
    signUp: 'Sign up',
  },
} as const;

export const noteTexts = {
  /** By the state of the manager's email. */
  sharedWithManager: {
    sent: (email: string) =>
      `Shared with ${email}, and so are your changes. Saving does not send another email.`,
    held: (email: string) => `Shared with ${email}: the link in their email will show your changes.`,
    waiting: (email: string) => `Shared with ${email}: the link in their email will show your changes.`,
    failed: (email: string) => `Shared with ${email}, but the email was not sent.`,
  },
  sharedWithTeammate: (email: string) =>
    `Your shoutout to ${email} stays as it is. Saving does not send another email.`,
} as const;
