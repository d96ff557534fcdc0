// UI copy of the MY TEAM tab.
import { number, plural } from '#platform/text/language.ts';
import { memberLimits } from './member-constants.ts';

/** The number in a text, and `99+` beyond what is counted exactly. */
const upTo = (count: number) =>
  count > memberLimits.counted ? `${number(memberLimits.counted)}+` : number(count);

export const teamTexts = {
  list: 'Team members',
  invite: 'Invite team members',
  manage: 'Manage',
  done: 'Done',
  loading: 'Loading your team...',
  failed: {
    title: 'Failed to load your team',
    sentence: 'Nothing is lost. Check your connection and try again.',
    offline: 'You are offline. Your team appears when the connection is back.',
    tryAgain: 'Try again',
  },
  empty: {
    title: 'No team members yet',
    sentence:
      'Invite the people you manage. Once they accept, you see what they share with you from that day on.',
  },
  more: 'Show more members',
  /** Shown for a member without a name. */
  unnamed: 'Unnamed member',
  since: (day: string) => `Since ${day}`,
  lastEntry: (day: string) => `Last entry ${day}`,
  noEntry: 'No entries yet',
  newEntries: (count: number) => plural(count, { one: '1 new entry', other: `${upTo(count)} new entries` }),
  goalsDue: (count: number) => plural(count, { one: '1 goal due', other: `${upTo(count)} goals due` }),
  legacy: 'Legacy',
  legacyHint: (name: string) => `Only ${name} can end this access.`,
  remove: 'Remove',
  removeFor: (name: string) => `Remove ${name}`,
  removal: {
    title: (name: string) => `Remove ${name} from your team?`,
    detail:
      'You no longer see their entries, goals and shoutouts to you. You can invite them again, and then see what they share from that day on.',
    cancel: 'Cancel',
    confirm: 'Remove',
    done: 'Team member removed',
    failed: 'Failed to remove team member',
    failedDetail: 'Please try again.',
    offline: 'You are offline. Please try again when the connection is back.',
  },
} as const;
