// Texts of the import of a guest's log into an account. Guest pages do not load them.
import { counted, list, number, plural } from '#platform/text/language.ts';

const nouns = {
  entries: { one: 'entry', other: 'entries' },
  goals: { one: 'goal', other: 'goals' },
  files: { one: 'file', other: 'files' },
  packets: { one: 'review packet', other: 'review packets' },
};

/** Such as "30 entries, 2 goals, and 5 files". Hidden items are listed only if there is nothing else. */
function listed({ entries, goals, files, packets, hidden }: Counts): string {
  const visible = [
    entries > 0 && counted(entries, nouns.entries),
    goals > 0 && counted(goals, nouns.goals),
    files > 0 && counted(files, nouns.files),
    packets > 0 && counted(packets, nouns.packets),
  ].filter((part) => part !== false);
  if (visible.length > 0) return list(visible);
  return hidden > 0
    ? counted(hidden, { one: 'deleted or completed item', other: 'deleted or completed items' })
    : '';
}

type Counts = { entries: number; goals: number; files: number; packets: number; hidden: number };
const excerptLength = 60;

/** Importing a guest's log into an account. */
export const importTexts = {
  label: 'Guest logbook in this browser',
  asked: (held: Counts) => `This browser has ${listed(held)} written without an account.`,
  question: 'Do you want to add them to your logbook? Nothing changes until you decide.',
  merge: 'Add them to my logbook',
  discard: 'Delete them',
  later: 'Not now',
  discarding: {
    title: 'Delete the guest logbook in this browser?',
    text: (held: Counts) => `${listed(held)} will be permanently deleted. No account has a copy.`,
    keep: 'Keep them',
    confirm: 'Delete permanently',
    done: (held: Counts) => `Deleted from this browser: ${listed(held)}`,
    failed: 'Failed to delete them. Please try again.',
  },
  running: 'Adding what you wrote as a guest to your logbook...',
  progress: (done: Counts, total: Counts) =>
    list(
      (['entries', 'goals', 'files', 'packets'] as const)
        .filter((what) => total[what] > 0)
        .map((what) => `${number(done[what])} of ${counted(total[what], nouns[what])}`),
    ) || listed(total),
  waiting: 'The server is not responding. The import will continue automatically.',
  imported: (done: Counts) => `${listed(done)} added to your logbook.`,
  noCopy: 'The guest copy in this browser was deleted.',
  redated: (count: number) =>
    plural(count, {
      one: "One item had an invalid date and was given today's date.",
      other: `${number(count)} items had invalid dates and were given today's date.`,
    }),
  left: (count: number) =>
    plural(count, {
      one: 'One item could not be added and is still in this browser:',
      other: `${number(count)} items could not be added and are still in this browser:`,
    }),
  download: (name: string) => `Download ${name}`,
  again: 'Try again',
  deleteLeft: 'Delete them from this browser',
  close: 'Close',
  stopped: 'The import could not be finished. It will continue when you reload this page.',
  fileMissing: 'The file is no longer in this browser.',
  entryDeleted: 'Its entry was deleted.',
  excerpt: (content: string) =>
    content.length > excerptLength ? `${content.slice(0, excerptLength).toWellFormed()}…` : content,
  refusals: {
    other_account: {
      title: 'A different account is now signed in',
      detail: 'Reload the page to continue with that account.',
    },
  },
} as const;
