import type { StepId } from './contract.ts';

type StepTexts = {
  title: string;
  text: string;
  /** In the place of `text` once what the step waits for is there. */
  passed?: string;
};

export const stepTexts: Record<StepId, StepTexts> = {
  welcome: {
    title: 'Welcome',
    text: 'This is your own record of your work: what you did, when, and what came of it. Seven short steps show how to begin. You can close them at any time.',
  },
  goals: {
    title: 'Goals',
    text: 'Write down one thing that you want to get done, for this week, this month or this quarter. Add a goal to go on.',
    passed: 'A goal stands here. On the day that you mark it complete, it moves to your timeline by itself.',
  },
  timeline: {
    title: 'Timeline',
    text: 'Now one thing that you did, however small. Press Add Log Entry; a sentence is enough. Save it to go on.',
    passed: 'Here is your log, newest first. Each entry keeps its date, and up to ten files as proof.',
  },
  shoutouts: {
    title: 'Shoutouts',
    text: 'Good work is seldom done alone. A shoutout is a few words of thanks to somebody who helped, written while you still know what for.',
  },
  share: {
    title: 'Share with Manager',
    text: 'Your log is private. Sharing is for the moments that your manager should not miss: you choose them entry by entry, and all others stay with you.',
  },
  notes: {
    title: 'Small Notes Big Payoff',
    text: 'Two lines on a Friday beat two hours before the review. After a year they are fifty weeks with dates and proof, for a raise, a résumé or the next job.',
  },
  authenticity: {
    title: 'Authenticity Wins',
    text: 'Write as you would tell a colleague: a figure where you have one, a mistake where you learnt from it. True words convince more than grand ones.',
  },
};

export const texts = {
  position: (at: number, of: number) => `Step ${at} of ${of}`,
  next: 'Next',
  back: 'Back',
  done: 'Done',
  close: 'Close tutorial',
  notKept: "Tutorial completed but couldn't save progress. You may see this again.",
  settings: {
    title: 'Tutorial',
    text: 'Seven short steps through your logbook.',
    start: 'Start the tutorial',
  },
} as const;
