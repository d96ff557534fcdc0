/** What a guest reads. */
export const texts = {
  badge: 'Guest Mode',
  heading: 'Your Logbook',
  about: 'Note what you finish, learn and help with, as it happens:',
  kept: 'What you write stays in this browser.',
  signUp: 'Create an account',
  toKeep: 'to keep it for good, or',
  signIn: 'Sign in',
  orSignIn: 'sign in',
  share: 'Share',
  shareNeedsAccount: {
    title: 'Create an Account',
    description: 'Sign up to save your progress and unlock sharing features',
  },
  shoutouts: {
    title: 'Shoutouts Require an Account',
    text: 'Thank somebody by name, and keep what others thank you for. With an account you can send and receive shoutouts.',
    signUp: 'Create Account',
  },
  prompt: {
    title: 'Save Your Progress',
    text: 'Your logbook is in this browser alone. With an account it is safe, goes with you, and can be shared. What you wrote comes along.',
    signUp: 'Create Account',
    later: 'Not now',
  },
  closed: {
    title: 'This browser keeps nothing for this site',
    text: "Without storage a guest's logbook would be gone with this window. Private windows and strict settings can cause it. Allow storage and reload, or sign up: then your logbook is kept on the server.",
    signUp: 'Create Account',
  },
} as const;

/** What the person reads when the browser cannot keep something; by the code of the problem. */
export const refusalTexts = {
  storage_full: {
    title: 'No room left in this browser',
    detail:
      'Nothing was lost: it is still here. Delete something, or sign up to keep your logbook on the server.',
  },
  page_outdated: {
    title: 'This page is older than your logbook',
    detail: 'Another window has a newer version. Reload this page to go on; what you typed stays.',
  },
  storage_closed: {
    title: 'This browser keeps nothing for this site',
    detail: 'Private windows and strict settings can cause it. Sign up to keep your logbook on the server.',
  },
} as const;

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
