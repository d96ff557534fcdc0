// Sends the invitations of one submit, one after another, and collects what failed.
import { hasCode, isUnreachable, messageOf, Problem } from '#platform/http/client.ts';
import type { Invitation } from '../contract.ts';
import { inviteTexts as texts } from '../invite-texts.ts';

/** Codes with which all further addresses would also be refused. */
const finalCodes = ['too_many_pending', 'too_many_tries', 'plan_required', 'no_session'] as const;

export type InviteProblem = {
  email: string;
  /** A sentence that names the address. */
  reason: string;
  error: unknown;
};

export type InviteResult = { invited: Invitation[]; failures: InviteProblem[] };

/** Invites each address with `invite`. Never rejects. After an error that concerns all addresses, it asks no more. */
export async function inviteEach(
  emails: readonly string[],
  invite: (email: string) => Promise<Invitation>,
): Promise<InviteResult> {
  const invited: Invitation[] = [];
  const failures: InviteProblem[] = [];
  let final: unknown;
  for (const email of emails) {
    try {
      if (final !== undefined) throw final;
      invited.push(await invite(email));
    } catch (error) {
      if (isUnreachable(error) || hasCode(error, ...finalCodes)) final = error;
      failures.push({ email, reason: reasonFor(email, error), error });
    }
  }
  return { invited, failures };
}

function reasonFor(email: string, error: unknown): string {
  if (hasCode(error, 'invitation_exists')) return texts.exists(email);
  if (hasCode(error, 'no_session')) return texts.noSession;
  // The server's reason also names the address.
  if (hasCode(error, 'own_address')) return texts.failedFor(email, texts.own);
  const reason = error instanceof Problem && error.status === 0 ? error.title : messageOf(error);
  return texts.failedFor(email, reason ?? texts.failed);
}
