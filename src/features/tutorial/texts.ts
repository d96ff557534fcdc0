import type { StepId } from './contract.ts';

type StepTexts = {
  title: string;
  text: string;
  /** Replaces `text` once what the step waits for exists. */
  passed?: string;
};

// Keep them short: on phones the card must stay a low bar.
export const stepTexts: Record<StepId, StepTexts> = {
  welcome: {
    title: 'Welcome',
    text: 'Your own record of your work: what you did, when, and what came of it. A few short steps get you started.',
  },
  goals: {
    title: 'Goals',
    text: 'Write down one thing to get done this week, month or quarter. Add a goal to continue.',
    passed: 'Your goal is set. When you mark it complete, it moves to your timeline.',
  },
  timeline: {
    title: 'Timeline',
    text: 'Now write down one thing you did, however small. Press Add Log Entry; a sentence is enough.',
    passed: 'Here is your log, newest first. Each entry keeps its date, and up to ten files as proof.',
  },
  shoutouts: {
    title: 'Shoutouts',
    text: 'A shoutout is a short thank-you to someone who helped, written while you still remember why.',
  },
  share: {
    title: 'Share with Manager',
    text: 'Your log is private. You choose, entry by entry, what your manager sees.',
  },
  notes: {
    title: 'Small Notes Big Payoff',
    text: 'Two lines every Friday make fifty weeks of dated proof for a raise, a résumé or your next job.',
  },
  authenticity: {
    title: 'Authenticity Wins',
    text: 'Write as you would tell a colleague: a number where you have one, a mistake if you learned from it.',
  },
  team: {
    title: 'My Team',
    text: 'Invite the people you manage. MY TEAM then shows what they share with you, and nothing else.',
  },
};

export const texts = {
  position: (at: number, of: number) => `Step ${at} of ${of}`,
  next: 'Next',
  back: 'Back',
  done: 'Done',
  close: 'Close tutorial',
  saveFailed: "Tutorial completed but couldn't save progress. You may see this again.",
  settings: {
    title: 'Tutorial',
    text: 'A few short steps through your logbook.',
    start: 'Start the tutorial',
  },
} as const;
