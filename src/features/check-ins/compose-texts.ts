// UI copy of the dialogs that create and edit entries.
import { list, plural } from '#platform/text/language.ts';
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
    left: (count: number, shown: string) =>
      plural(count, { one: `${shown} character left`, other: `${shown} characters left` }),
    tooLong: (count: number, shown: string) =>
      plural(count, { one: `${shown} character too many`, other: `${shown} characters too many` }),
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
    removeFile: (name: string) => `Remove ${name}`,
    save: 'Save Check-in',
    clearDraft: 'Clear draft',
    draftCleared: 'Draft cleared',
    filesNotKept: (names: readonly string[]) => `Attach again: ${list(names, 'unit')}`,
  },
  edit: {
    title: 'Edit Check-in',
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
