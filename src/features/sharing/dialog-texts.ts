// UI copy of the Share dialog of an entry. The copy of its fields is in the compose texts of check-ins.
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';

const limitReached = 'You have reached the limit of emails to new people.';

export const dialogTexts = {
  title: 'Share Check-in',
  share: 'Share',
  manager: 'Shared with manager',
  /** What the manager can see, by the state of the email. No email was sent if the manager could already see the entry. */
  managerCanSee: {
    sent: 'A link that they got by email shows this check-in, including your edits.',
    held: 'The link in their email will show this check-in, including your edits.',
    waiting: 'The link in their email will show this check-in, including your edits.',
    failed: 'The check-in is shared, but the email with its link was not sent.',
  },
  /** A connected manager, who needs no email (R-B6). */
  managerSees: (name: string) => `${name} sees this check-in in Logbook, including your edits.`,
  stop: 'Stop sharing',
  teammate: 'Highlighted teammate',
  anotherTeammate: 'To thank someone else for this, send a shoutout from the SHOUTOUTS tab.',
  nothingChosen: {
    title: 'Not shared yet',
    description: 'Check Share with manager or Highlight a teammate first.',
  },
  deleted: {
    title: 'This check-in was deleted',
    detail: 'It was deleted in another tab or on another device, so it cannot be shared.',
  },
  shared: {
    title: (email: string) => `Shared with ${email}`,
    get sent() {
      return ifEmailLeaves('The link in their email shows this check-in.', heldText.description);
    },
    sees: (name: string) => `${name} sees this check-in in Logbook.`,
    held: 'The email will be sent when you verify your email.',
    waiting: `${limitReached} The email will be sent automatically once there is room.`,
    failed: 'Check-in shared but manager email failed to send',
    failedDetail: 'Choose Send again below the check-in to send another email.',
  },
  failed: 'Failed to share the check-in. Please try again.',
  stopped: {
    title: (email: string) => `No longer shared with ${email}`,
    sees: (name: string) => `${name} no longer sees this check-in.`,
    /** What happens to the email, by its state. */
    email: {
      sent: 'A link that they got by email no longer works.',
      held: 'The email will not be sent.',
      waiting: 'The email will not be sent.',
      failed: undefined,
    },
    failed: 'Failed to stop sharing. Please try again.',
    undoFailed: 'Failed to share the check-in again',
  },
} as const;
