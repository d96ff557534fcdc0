// Pure rules for invitations, shared by the page and the server.
import { limits, type Invitation } from './contract.ts';

/** An invitation as it is stored, without what the configuration decides. */
export type StoredInvitation = Omit<Invitation, 'resend_from'> & {
  /** When the newest email was sent. Null: none was. */
  sent_at: string | null;
  /** How often the email was sent again. */
  resends: number;
};

/**
 * From when the email can be sent again (R-E2). Null: it cannot. `gap`: seconds between two emails. An email that failed
 * can be sent again immediately, and so can the first one of an invitation that was asked for by sharing an entry.
 */
export function resendFrom(
  { status, resends, email_state, sent_at, created_at }: StoredInvitation,
  gap: number,
): string | null {
  const isWaiting = email_state === 'held' || email_state === 'waiting';
  if (status !== 'pending' || isWaiting || resends >= limits.resends) return null;
  if (sent_at === null || email_state === 'failed') return created_at;
  return new Date(Date.parse(sent_at) + gap * 1000).toISOString();
}
