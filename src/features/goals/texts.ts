import { limits, type Cadence, type RefusalCode } from './contract.ts';

const most = limits.text.toLocaleString('en');

/** What the person reads for each refusal: `title`, and `detail` where one sentence more helps. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  text_required: { title: 'Goal required', detail: 'Please enter what you want to reach.' },
  text_too_long: {
    title: 'Goal too long',
    detail: `A goal holds up to ${most} characters. Please shorten it, or split it in two.`,
  },
  invalid_period: { title: 'Period not possible', detail: 'Please choose the period again.' },
  invalid_date: { title: 'Date not possible', detail: 'Choose a date that is not in the future.' },
  too_many_goals: {
    title: 'Your list is full',
    detail: `It holds up to ${limits.open} goals. Complete or delete one first.`,
  },
  id_taken: { title: 'This id is taken', detail: 'Something else was saved under the same id.' },
  goal_off_list: {
    title: 'No longer on your list',
    detail: 'This goal was completed or deleted in another window in the meantime.',
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
    sentence: 'One line is enough. Finish it and it moves to your timeline.',
  },
  loading: 'Loading your goals',
  failed: {
    toast: 'Failed to load goals. Please try again.',
    title: 'Failed to load goals',
    sentence: 'They are safe. Check the connection and try again.',
    offline: 'You are offline. Your goals show again when the connection is back.',
    tryAgain: 'Try again',
  },
  form: {
    text: 'What do you want to reach?',
    hint: 'Enter adds it, Shift+Enter starts a new line.',
    editText: 'Goal',
    editHint: 'Enter saves, Shift+Enter starts a new line, Escape leaves it as it was.',
    left: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
    tooLong: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} too many`,
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
  undo: 'Undo',
  completed: {
    title: 'Goal completed',
    again: 'Set it again',
    failed: 'The goal could not be completed',
    failedDetail: 'It is still on your list. Please try again.',
    undone: 'Goal is back on your list',
    undoFailed: 'The goal could not be put back',
    undoFailedDetail: 'It stays completed, with its entry on your timeline.',
  },
  again: {
    title: 'Goal set again',
    retry: 'Try again',
  },
  deleted: {
    title: 'Goal deleted',
    failed: 'Failed to delete goal. Please try again.',
    restored: 'Goal restored',
    restoreFailed: 'The goal could not be restored',
    restoreFailedDetail: 'Please try again while you are online.',
  },
  waiting: {
    label: 'Waiting for a connection',
    added: 'Goal is waiting for a connection',
    completed: 'Completed goal is waiting for a connection',
    detail: 'It is kept in this browser and sent when the connection is back.',
    discard: 'Discard',
    discarded: 'Goal discarded',
    tryAgain: 'Try again',
  },
  changeFailed: 'The goal could not be changed. Please try again.',
  editKept: 'It was completed or deleted in another window. What you typed is kept as a new goal.',
  moveFailed: 'The order could not be saved. Please try again.',
  moved: (position: number, of: number) => `Moved to ${position} of ${of}`,
} as const;

/** The chip of a goal with a period (R-C1). */
export const chip = {
  daysLeft: (cadence: Cadence, days: number) =>
    `${cadence}, ${days === 1 ? 'last day' : `${days} days left`}`,
  carriedOver: (cadence: Cadence) => `${cadence}, carried over`,
  /** `day` as the reader writes it. */
  from: (cadence: Cadence, day: string) => `${cadence}, from ${day}`,
};
