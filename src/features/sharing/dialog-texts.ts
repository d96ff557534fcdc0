// UI copy of the Share dialog of an entry. The copy of its fields is in the compose texts of check-ins.
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';

const limitReached = 'You have reached the limit of emails to new people.';

export const dialogTexts = {
  title: 'Share Check-in',
  share: 'Share',
  manager: 'Shared with manager',
  /** What the manager can see, by the state of the email. No email was sent if the manager could already see the entry. */
  managerCanSee: {
    sent: 'A link that they got by email shows this entry, including your edits.',
    held: 'The link in their email will show this entry, including your edits.',
    waiting: 'The link in their email will show this entry, including your edits.',
    failed: 'The entry is shared, but the email with its link was not sent.',
  },
  /** A connected manager, who needs no email (R-B6). */
  managerSees: (name: string) => `${name} sees this entry in Logbook, including your edits.`,
  stop: 'Stop sharing',
  teammate: 'Highlighted teammate',
  anotherTeammate: 'To thank someone else for this, send a shoutout from the SHOUTOUTS tab.',
  nothingChosen: {
    title: 'Not shared yet',
    description: 'Check Share with manager or Highlight a teammate first.',
  },
  deleted: {
    title: 'This entry was deleted',
    detail: 'It was deleted in another tab or on another device, so it cannot be shared.',
  },
  shared: {
    title: (email: string) => `Shared with ${email}`,
    get sent() {
      return ifEmailLeaves('The link in their email shows this entry.', heldText.description);
    },
    sees: (name: string) => `${name} sees this entry in Logbook.`,
    held: 'The email will be sent when you verify your email.',
    waiting: `${limitReached} The email will be sent automatically once there is room.`,
    failed: 'Entry shared but manager email failed to send',
    failedDetail: 'Choose Send again below the entry to send another email.',
  },
  failed: 'Failed to share the entry. Please try again.',
  stopped: {
    title: (email: string) => `No longer shared with ${email}`,
    sees: (name: string) => `${name} no longer sees this entry.`,
    /** What happens to the email, by its state. */
    email: {
      sent: 'A link that they got by email no longer works.',
      held: 'The email will not be sent.',
      waiting: 'The email will not be sent.',
      failed: undefined,
    },
    failed: 'Failed to stop sharing. Please try again.',
    undoFailed: 'Failed to share the entry again',
  },
} as const;
