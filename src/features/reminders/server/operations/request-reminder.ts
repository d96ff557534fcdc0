import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { refuse } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import type { Kind } from '../../contract.ts';
import { addressOf, choicesOf, devicesOf } from '../store.ts';

/** Has a job send a reminder of the viewer immediately, as it is chosen. */
export async function requestReminder({ tx, viewer, kind }: { tx: Tx; viewer: Viewer; kind: Kind }) {
  const chosen = (await choicesOf(tx, viewer.userId)).find((one) => one.kind === kind);
  if (!chosen) return refuse('nothing_to_send');
  const address = await addressOf(tx);
  const reachesEmail = chosen.by_email && address?.verified === true && address.stopped === false;
  const reachesDevice = kind === 'nudge' && (await devicesOf(tx, viewer)).length > 0;
  if (!reachesEmail && !reachesDevice) return refuse('nothing_to_send');
  const refused = await consumeAttempts(tx, [
    { kind: 'reminder now', key: viewer.userId, max: limits.nowPerHour, minutes: 60 },
  ]);
  if (refused) return refused;
  await tx.enqueue('remind-now', { user_id: viewer.userId, kind });
  return { queued: true } as const;
}
