// Shoutouts about entries, under the refusals of sharing an entry (R-B7).
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse, refuseAndRollBack, type Refused } from '#platform/http/bind.ts';
import type { RefusalCode } from '../../contract.ts';
import { isSameShoutout } from '../../rules.ts';
import { isIdTaken, sameShoutout, shoutoutAbout, shoutoutById } from '../store.ts';
import {
  admitShoutout,
  deliverShoutout,
  readShoutout,
  sendShoutout,
  sendShoutoutAgain,
  type SendParts,
} from './send-shoutout.ts';

const codes = {
  recipient_required: 'teammate_email_required',
  invalid_email: 'invalid_teammate_email',
  message_required: 'teammate_message_required',
  message_too_long: 'teammate_message_too_long',
  own_address: 'own_teammate_address',
  id_taken: 'id_taken',
  too_many_tries: 'too_many_shoutouts',
} as const satisfies Record<RefusalCode, string>;

type Translated<Code> = Code extends RefusalCode ? (typeof codes)[Code] : Code;

/** The same refusal under its code for sharing. */
function translated<Code extends RefusalCode | 'no_session' | 'not_found'>({
  code,
  detail,
  retryAfter,
}: Refused<Code>) {
  const known = (code in codes ? codes[code as RefusalCode] : code) as Translated<Code>;
  return refuse(known, {
    ...(detail !== undefined && { detail }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** The recipient of a shoutout about an entry. `id`: of the shoutout. */
type Teammate = { id: string; email: string; message: string };

const bodyOf = ({ id, email, message }: Teammate, checkInId: string | null) => ({
  id,
  recipient_email: email,
  message,
  check_in_id: checkInId,
});

/**
 * For an entry that is written in the same transaction: checks all that can be refused. Resolves with the function that
 * sends the shoutout once the entry is stored.
 */
export async function prepareHighlight(parts: SendParts, { tx, viewer, teammate }: Omit<Call, 'checkInId'>) {
  const wanted = readShoutout(bodyOf(teammate, null));
  if (isRefused(wanted)) return translated(wanted);
  if (await isIdTaken(tx, teammate.id)) return refuse('id_taken');
  const sender = await admitShoutout({ tx, viewer, wanted });
  if (isRefused(sender)) return translated(sender);
  return {
    async send(entry: CheckIn): Promise<void> {
      const about = { ...wanted, check_in_id: entry.id };
      // A concurrent request has taken the id since the check.
      if (!(await deliverShoutout(parts, { tx, wanted: about, sender, entry })))
        refuseAndRollBack('id_taken');
    },
  };
}

/** Whether this shoutout about the entry was sent. */
export async function wasHighlighted(tx: Tx, teammate: Teammate, checkInId: string): Promise<boolean> {
  const wanted = readShoutout(bodyOf(teammate, checkInId));
  if (isRefused(wanted)) return false;
  // Clients that send the fields of the entry have no id for the shoutout.
  const id = (await sameShoutout(tx, wanted, false)) ?? teammate.id;
  const existing = await shoutoutById(tx, id);
  return existing !== undefined && isSameShoutout(existing, wanted);
}

type Again = { tx: Tx; viewer: Viewer; checkInId: string };

/** Posts the failed email of the shoutout that the entry shows again. */
export async function sendHighlightAgain(parts: SendParts, { tx, viewer, checkInId }: Again) {
  const id = await shoutoutAbout(tx, checkInId);
  if (id === undefined) return refuse('not_found');
  const sent = await sendShoutoutAgain(parts, { tx, viewer, id });
  return isRefused(sent) ? translated(sent) : undefined;
}

type Call = { tx: Tx; viewer: Viewer; teammate: Teammate; checkInId: string | null };

/**
 * The entry of a shoutout with this content that the viewer sent within the last day, and otherwise undefined. Null:
 * about no entry.
 */
export async function highlighted(
  tx: Tx,
  teammate: Teammate,
  checkInId: string | null,
): Promise<string | null | undefined> {
  const wanted = readShoutout(bodyOf(teammate, checkInId));
  const id = isRefused(wanted) ? undefined : await sameShoutout(tx, wanted, true);
  return id === undefined ? undefined : (await shoutoutById(tx, id))?.check_in_id;
}

/** For an existing entry. Returns null once the shoutout is sent, even for a repeat. */
export async function highlightTeammate(parts: SendParts, { tx, viewer, teammate, checkInId }: Call) {
  const sent = await sendShoutout(parts, { tx, viewer, body: bodyOf(teammate, checkInId) });
  return isRefused(sent) ? translated(sent) : null;
}
