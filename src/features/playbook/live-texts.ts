// UI copy that the playbook's script shows.
import { counted } from '#platform/text/language.ts';
import { winLimits } from './constants.ts';

export const liveTexts = {
  copied: 'Copied!',
  selected: 'Selected. Press Ctrl+C, or Command+C on a Mac.',
  emptyWin: 'Write a few words first.',
  longWin: (over: number) =>
    `${counted(over, { one: 'character', other: 'characters' })} too many: a win has up to ${winLimits.text}.`,
  count: (count: number) => `${count} of ${winLimits.wins}`,
  hint: 'Three wins are enough for a first conversation. Choose the ones that your manager can repeat to someone else.',
  full: `That is the most this list holds. Save them to your log, or remove one.`,
  removed: 'Win removed.',
  restored: 'Win restored.',
  added: 'Win added.',
  changed: 'Win changed.',
  notKept:
    "Your browser doesn't let this page keep anything: the list will be lost when you leave. Copy it first, or write the wins to your log.",
  gone: 'This win was removed in another tab. Your text is in the field above.',
} as const;
