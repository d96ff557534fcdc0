// UI copy of the dialogs that create and edit entries.
import { emojis } from './constants.ts';

const emojiNames = [
  'briefcase',
  'chart',
  'target',
  'rocket',
  'light bulb',
  'lightning',
  'fire',
  'sparkles',
  'party',
  'applause',
] as const;

/** Screen reader label of each choice in the emoji picker. */
export const emojiLabels: Record<string, string> = Object.fromEntries(
  emojis.map((emoji, index) => [emoji, emojiNames[index] ?? '']),
);

export const composeTexts = {
  dialog: {
    title: 'Add Check-in',
    content: 'What did you do?',
    contentHint: 'A win, a lesson, or work in progress.',
    saveKeys: (command: string) => `Press ${command}+Enter to save.`,
    left: (count: number, shown: string) => `${shown} ${count === 1 ? 'character' : 'characters'} left`,
    tooLong: (count: number, shown: string) =>
      `${shown} ${count === 1 ? 'character' : 'characters'} too many`,
    emoji: 'Emoji',
    noEmoji: 'None',
    day: 'Date',
    today: 'Today',
    change: 'change',
    changeDate: 'Change date',
    date: 'Date and time',
    dateHint: 'Defaults to now.',
    useNow: 'Use now',
    files: 'Files',
    attach: 'Attach files',
    dropHere: 'Drop files to attach them',
    pastedImage: (time: string) => `Pasted image ${time}`,
    removeFile: (name: string) => `Remove ${name}`,
    save: 'Save Check-in',
    clearDraft: 'Clear draft',
    draftCleared: 'Draft cleared',
    filesNotKept: (names: string) => `Attach again: ${names}`,
  },
  sharing: {
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
    needsAccountToVouch: {
      title: 'Sign up required',
      text: 'Create an account to have your work confirmed.',
      signUp: 'Sign up',
    },
  },
  edit: {
    title: 'Edit Check-in',
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
    keepFile: (name: string) => `Keep ${name}`,
    notArrived: 'Not uploaded',
    filesFailed: 'The files of this check-in could not be loaded.',
    theirs: 'The other version',
    keepMine: 'Keep mine',
    takeTheirs: 'Use the other version',
    tookTheirs: 'Switched to the other version',
    deleted: {
      title: 'Deleted while you were editing',
      detail: 'This check-in was deleted in another tab or on another device. Your changes are still here.',
      save: 'Restore and save',
    },
    purged: {
      title: 'Permanently deleted',
      detail: 'This check-in no longer exists. Copy your text before you close this dialog.',
    },
  },
} as const;
