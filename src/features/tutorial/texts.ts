import type { StepId } from './contract.ts';

type StepTexts = {
  title: string;
  text: string;
  /** In the place of `text` once what the step waits for is there. */
  passed?: string;
};

// Short, so that on a phone the card is a low bar.
export const stepTexts: Record<StepId, StepTexts> = {
  welcome: {
    title: 'Welcome',
    text: 'Your own record of your work: what you did, when, and what came of it. Seven short steps show how to begin.',
  },
  goals: {
    title: 'Goals',
    text: 'Write down one thing to get done this week, month or quarter. Add a goal to go on.',
    passed: 'Your goal is set. When you mark it complete, it moves to your timeline.',
  },
  timeline: {
    title: 'Timeline',
    text: 'Now write down one thing you did, however small. Press Add Log Entry; a sentence is enough.',
    passed: 'Here is your log, newest first. Each entry keeps its date, and up to ten files as proof.',
  },
  shoutouts: {
    title: 'Shoutouts',
    text: 'A shoutout is a few words of thanks to someone who helped, written while you still know what for.',
  },
  share: {
    title: 'Share with Manager',
    text: 'Your log is private. You choose, entry by entry, what your manager sees.',
  },
  notes: {
    title: 'Small Notes Big Payoff',
    text: 'Two lines every Friday make fifty dated weeks of proof: for a raise, a résumé or the next job.',
  },
  authenticity: {
    title: 'Authenticity Wins',
    text: 'Write as you would tell a colleague: a figure where you have one, a mistake where you learned from it.',
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
