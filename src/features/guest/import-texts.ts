// What is said while a guest's log comes into an account; no guest's page needs it.
const counted = (count: number, one: string, many: string) =>
  count > 0 ? [`${count.toLocaleString('en')} ${count === 1 ? one : many}`] : [];
const joined = new Intl.ListFormat('en');

/** Such as "30 entries, 2 goals, and 5 files": what the person sees. The rest is told of when there is nothing else. */
function listed({ entries, goals, files, hidden }: Counts): string {
  const seen = [
    ...counted(entries, 'entry', 'entries'),
    ...counted(goals, 'goal', 'goals'),
    ...counted(files, 'file', 'files'),
  ];
  return joined.format(
    seen.length > 0 ? seen : counted(hidden, 'deleted or done thing', 'deleted or done things'),
  );
}

type Counts = { entries: number; goals: number; files: number; hidden: number };
const excerptLength = 60;

/** Bringing a guest's log over to an account. */
export const importTexts = {
  label: 'What this browser holds',
  asked: (held: Counts) => `This browser holds ${listed(held)} that were written without an account.`,
  askedHow: 'Shall they come into your logbook? Until you decide, they stay as they are.',
  merge: 'Add them to my logbook',
  discard: 'Delete them',
  later: 'Not now',
  discarding: {
    title: 'Delete what this browser holds?',
    text: (held: Counts) => `${listed(held)} will be gone for good. They are in no account.`,
    keep: 'Keep them',
    confirm: 'Delete for good',
    done: (held: Counts) => `Deleted from this browser: ${listed(held)}`,
    failed: 'Failed to delete them. Please try again.',
  },
  running: 'What you wrote here before is coming into your logbook.',
  progress: (done: Counts, total: Counts) =>
    joined.format(
      (['entries', 'goals', 'files'] as const)
        .filter((what) => total[what] > 0)
        .map((what) => `${done[what]} of ${total[what]} ${what}`),
    ) || listed(total),
  waiting: 'The server does not answer. It goes on by itself.',
  came: (done: Counts) => `${listed(done)} came into your logbook.`,
  noCopy: 'This browser keeps no copy any more.',
  redated: (count: number) =>
    count === 1
      ? 'One entry had a date that is not possible; it stands under today.'
      : `${count} entries had dates that are not possible; they stand under today.`,
  left: (count: number) =>
    count === 1
      ? 'One thing could not come, and is kept here:'
      : `${count} things could not come, and are kept here:`,
  download: (name: string) => `Download ${name}`,
  again: 'Try again',
  deleteLeft: 'Delete them here',
  close: 'Close',
  stopped: 'It could not be finished. It goes on when you load this page again.',
  bytesGone: 'Its bytes are gone from this browser.',
  entryGone: 'Its entry was deleted.',
  excerpt: (content: string) =>
    content.length > excerptLength ? `${content.slice(0, excerptLength).toWellFormed()}…` : content,
  refusals: {
    other_account: {
      title: 'Somebody else is signed in by now',
      detail: 'Reload the page to go on with the account that is signed in.',
    },
  },
} as const;
