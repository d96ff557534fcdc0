import { number, plural } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { Cadence, RefusalCode } from './contract.ts';

const maxLength = number(limits.text);

/** User-facing message for each error code, with an optional `detail` sentence. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  text_required: { title: 'Goal required', detail: 'Please enter what you want to achieve.' },
  text_too_long: {
    title: 'Goal too long',
    detail: `A goal can have up to ${maxLength} characters. Please shorten it, or split it in two.`,
  },
  invalid_period: { title: 'Invalid period', detail: 'Please choose the period again.' },
  invalid_date: { title: 'Invalid date', detail: 'Choose a date that is not in the future.' },
  too_many_goals: {
    title: 'Your list is full',
    detail: `You can have up to ${limits.open} open goals. Complete or delete one first.`,
  },
  id_taken: { title: 'ID already in use', detail: 'Something else was already saved with this ID.' },
  goal_off_list: {
    title: 'No longer on your list',
    detail: 'This goal was completed or deleted in another tab or on another device.',
  },
};

export const cadenceLabels: Record<Cadence, string> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
};

export const texts = {
  add: 'Add a goal',
  empty: {
    title: 'Set your first goal to get started',
    sentence: 'One line is enough. When you complete it, it moves to your timeline.',
  },
  loading: 'Loading your goals',
  failed: {
    toast: 'Failed to load goals. Please try again.',
    title: 'Failed to load goals',
    sentence: 'Your goals are safe. Check your connection and try again.',
    offline: 'You are offline. Your goals appear when the connection is back.',
    tryAgain: 'Try again',
  },
  form: {
    text: 'What do you want to achieve?',
    hint: 'Press Enter to add it, or Shift+Enter for a new line.',
    editText: 'Goal',
    editHint: 'Press Enter to save, Shift+Enter for a new line, or Escape to cancel.',
    left: (count: number) =>
      plural(count, { one: '1 character left', other: `${number(count)} characters left` }),
    tooLong: (count: number) =>
      plural(count, { one: '1 character too many', other: `${number(count)} characters too many` }),
    cadence: 'Set it for',
    noCadence: 'No period',
    add: 'Add Goal',
    save: 'Save',
    cancel: 'Cancel',
    draftKept: 'Draft kept',
  },
  added: {
    title: 'Goal added!',
    saved: 'Your goal has been saved successfully.',
    guest: 'Sign up to save your goals permanently.',
    failed: 'Failed to add goal. Please try again.',
  },
  tools: {
    label: 'Goal',
    complete: 'Mark complete',
    edit: 'Edit',
    up: 'Move up',
    down: 'Move down',
    delete: 'Delete',
    drag: 'Drag to reorder',
  },
  completed: {
    title: 'Goal completed',
    again: 'Set it again',
    failed: 'Failed to complete goal',
    failedDetail: "It's still on your list. Please try again.",
    undone: 'Goal is back on your list',
    undoFailed: 'Failed to reopen goal',
    undoFailedDetail: "It's still completed, and its entry is still on your timeline.",
  },
  again: {
    title: 'Goal set again',
    retry: 'Try again',
  },
  deleted: {
    title: 'Goal deleted',
    failed: 'Failed to delete goal. Please try again.',
    restored: 'Goal restored',
    restoreFailed: 'Failed to restore goal',
    restoreFailedDetail: 'Check your connection and try again.',
  },
  waiting: {
    label: 'Waiting for a connection',
    added: 'Goal is waiting for a connection',
    completed: 'Completed goal is waiting for a connection',
    detail: 'Saved in this browser and sent when the connection is back.',
    discard: 'Discard',
    discarded: 'Goal discarded',
    tryAgain: 'Try again',
  },
  changeFailed: 'Failed to update goal. Please try again.',
  editKept:
    'It was completed or deleted in another tab or on another device. Your text was moved to the draft of a new goal.',
  moveFailed: 'Failed to save the new order. Please try again.',
  moved: (position: number, of: number) => `Moved to ${position} of ${of}`,
} as const;

/** How a cadence is named at the beginning of the period chip. */
const chipCadences: Record<Cadence, string> = {
  weekly: 'weekly',
  monthly: 'monthly',
  quarterly: 'quarterly',
};

/** Text of the period chip (R-C1). */
export const chip = {
  daysLeft: (cadence: Cadence, days: number) =>
    plural(days, {
      one: `${chipCadences[cadence]}, last day`,
      other: `${chipCadences[cadence]}, ${number(days)} days left`,
    }),
  carriedOver: (cadence: Cadence) => `${chipCadences[cadence]}, carried over`,
  /** `day` is formatted in the user's locale. */
  from: (cadence: Cadence, day: string) => `${chipCadences[cadence]}, from ${day}`,
};
