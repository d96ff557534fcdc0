// Copy of the page on which a reference answers.

/** Why a link does not work, as the page of the reference shows it. */
export const linkErrors = {
  unknown: 'Invalid verification link',
  expired: 'This verification link has expired',
  replaced: 'A newer email replaced this link. Please use the newest one.',
  withdrawn: 'This request was withdrawn',
  own: 'You cannot verify your own vouch',
} as const;

export const verifyTexts = {
  ask: {
    title: (owner: string | null) =>
      owner === null ? 'Do you vouch for this work?' : `Do you vouch for ${owner}?`,
    intro: (owner: string | null, reference: string) =>
      `Hello ${reference}. ${owner ?? 'The author'} named you as a reference for this work. Is the description correct?`,
  },
  context: 'Context',
  contribution: (owner: string | null) =>
    owner === null ? 'Their contribution' : `What ${owner} contributed`,
  files: 'Files',
  opensTab: '(opens in a new tab)',
  position: 'Your position',
  positionHint: 'Correct it if it is not right.',
  statement: 'Add a sentence (optional)',
  statementHint: 'It is shown with your vouch.',
  domain: (name: string) => `Name the domain of my email address, ${name}, in signed proofs of this vouch`,
  confirm: 'Confirm',
  decline: 'Decline',
  public: (owner: string | null) =>
    `If you confirm, ${owner ?? 'the author'} can publish this with your name, position and department. Your email address is never shown.`,
  ends: (day: string) => `You can answer until ${day}. The link is meant only for you.`,
  /** Shown above the description, because the invalid field may be out of view. */
  notSaved: 'Your answer was not saved yet',
  goTo: { position: 'Go to your position', statement: 'Go to your sentence' },
  changed: {
    title: 'This request has changed',
    text: 'The files changed since you opened it. Please read it again before you answer.',
  },
  declined: {
    title: 'You declined this request',
    text: (owner: string | null) =>
      `${owner ?? 'The author'} can see that you declined. Nothing is published. If that was a mistake, you can still confirm it.`,
  },
  verified: {
    title: 'Vouch Verified!',
    text: (owner: string | null) =>
      `Thank you. ${owner ?? 'The author'} can now show that you confirmed this. It can no longer be changed.`,
    by: 'Confirmed by',
    on: (day: string) => `Verified on ${day}`,
  },
  /** An address of the page without the cookie that belongs to it. */
  forgotten: {
    error: 'Please open the link from the email again',
    detail:
      'This page works for an hour after you open it. If you see this right after opening the link, your browser blocks cookies for this site: allow them, or open the link in another browser.',
  },
  failed: {
    title: 'Verification Failed',
    /** An error without its own sentence. */
    text: 'Failed to verify vouch',
    readDetail: 'The link is fine. Please try again in a minute.',
    answerDetail: 'Your answer was not saved yet. Please try again in a minute.',
    retry: 'Try again',
    detail: 'Copy the whole link from the email, or ask the person who sent it for a new one.',
    home: 'Go to the start page',
  },
} as const;

/** What to do about a link that does not work, by its error. The others have `verifyTexts.failed.detail`. */
export const linkAdvice: Partial<Record<keyof typeof linkErrors, string>> = {
  expired: 'Ask the person who sent it for a new one.',
  replaced: 'If you cannot find it, check your spam folder.',
  withdrawn: 'The person who asked no longer needs your answer. There is nothing for you to do.',
  own: 'A vouch comes from someone else. If the link was sent to you, sign out of the account that you are signed in to, and open the link again.',
};
