// Pure decisions about a member's logbook as the manager sees it.
import type { MemberEntry } from './member-contract.ts';

/** Whether an entry counts as a goal: it completed one, or the member marked it with the target (R-C4). */
export function isGoalEntry({ kind, emoji }: Pick<MemberEntry, 'kind' | 'emoji'>): boolean {
  return kind === 'goal' || emoji === '🎯';
}

/** Whether an entry was recorded after the manager last looked. On the first visit, all are new, as the card counts them. */
export function isNewEntry(
  { recorded_at }: Pick<MemberEntry, 'recorded_at'>,
  lookedAt: string | null,
): boolean {
  return lookedAt === null || Date.parse(recorded_at) > Date.parse(lookedAt);
}

/** Whether a parameter of the URL can be a user's id. */
export function isUserId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
