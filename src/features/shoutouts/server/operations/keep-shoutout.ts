import { createCheckIn } from '#features/check-ins/server/operations/create-check-in.ts';
import { checkInOf } from '#features/check-ins/server/operations/linked-check-in.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import { keptEmoji } from '../../contract.ts';
import { keptContent } from '../../texts.ts';
import { lockReceived, senderNames, setKept, shoutoutById } from '../store.ts';

type Call = { tx: Tx; id: string; checkInId: string; now: number };

/** Adds a received shoutout to the viewer's log. A repeat, even from another tab, returns the first entry. */
export async function keepShoutout({ tx, id, checkInId, now }: Call) {
  // Read after the lock, so that an entry of a concurrent request is found.
  const found = (await lockReceived(tx, id)) && (await shoutoutById(tx, id));
  if (!found) return refuse('not_found');
  const earlier = await checkInOf(tx, found.kept_check_in_id);
  if (earlier) return { shoutout: found, check_in: earlier };
  const [sender] = found.sender_id === null ? [] : await senderNames(tx, [found.sender_id]);
  const content = keptContent(found.message, sender?.full_name);
  const requested = { id: checkInId, content, emoji: keptEmoji };
  const written = await createCheckIn({ tx, requested, kind: 'entry', now });
  if (isRefused(written)) return refuse('id_taken');
  await setKept(tx, id, written.id);
  const shoutout = await shoutoutById(tx, id);
  return shoutout ? { shoutout, check_in: written } : refuse('not_found');
}
