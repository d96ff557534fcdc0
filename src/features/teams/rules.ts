// Pure rules for invitations, shared by the page and the server.
import { dayMs } from '#platform/clock/durations.ts';
import { limits } from './constants.ts';
import type { Invitation } from './contract.ts';

/** An invitation as it is stored, without what the configuration decides. */
export type StoredInvitation = Omit<Invitation, 'resend_from'> & {
  /** When the newest email was sent. Null: none was. */
  sent_at: string | null;
  /** How often the email was sent again. */
  resends: number;
  /** When it was answered, withdrawn or expired. */
  closed_at: string | null;
};

/**
 * When the email can be sent again (R-E2), or the address invited again after it declined. Null: neither. `gap`:
 * seconds between two emails. An email that failed can be sent again immediately, and so can the first email of an
 * invitation that sharing an entry created.
 */
export function resendFrom(
  { status, resends, email_state, sent_at, created_at, closed_at }: StoredInvitation,
  gap: number,
): string | null {
  if (status === 'declined' && closed_at !== null)
    return new Date(Date.parse(closed_at) + limits.declinedDays * dayMs).toISOString();
  const isWaiting = email_state === 'held' || email_state === 'waiting';
  if (status !== 'pending' || isWaiting || resends >= limits.resends) return null;
  if (sent_at === null || email_state === 'failed') return created_at;
  return new Date(Date.parse(sent_at) + gap * 1000).toISOString();
}
