// Imports packets into an account, through the regular route. Call it after the entries and goals, whose ids may change.
import type { operations } from '#features/packets/contract.ts';
import { cleanDraft, isSameDraft } from '#features/packets/rules.ts';
import { untitled } from '#features/packets/texts.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import { newId } from '#platform/clock/id.ts';
import { client, hasCode, Problem } from '#platform/http/client.ts';
import { importTexts } from '../texts.ts';
import { advanceBy, callWithRetry, markLeft, type Run } from './import-context.ts';
import { keptPackets, renamePacket, storeUnsentPackets, type KeptPacket } from './import-packet-store.ts';
import { addDone } from './import-store.ts';

const call = client<typeof operations>();

export async function importPackets(run: Run): Promise<void> {
  await storeUnsentPackets();
  for (const packet of await keptPackets()) if (!run.left.has(packet.id)) await sendPacket(run, packet);
}

async function sendPacket(run: Run, packet: KeptPacket, isRenamed = false): Promise<void> {
  const { id, draft } = packet;
  try {
    const body = { id, user_id: run.userId, draft };
    const stored = await callWithRetry(run, () => call('POST /api/packets', { body }));
    // An earlier run sent it, and the guest's page changed it afterwards. What the account changed since stays.
    if (stored.revision === 1 && !isSameDraft(stored.draft, cleanDraft(draft))) {
      const change = { params: { id }, body: { revision: 1, draft } };
      await callWithRetry(run, () => call('PUT /api/packets/:id', change));
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    if (!hasCode(error, 'id_taken') || isRenamed) {
      const name = importTexts.excerpt(draft.title || untitled);
      return markLeft(run, { kind: 'packet', id, name, why: error.detail ?? error.title });
    }
    const nextId = newId();
    await renamePacket(id, nextId);
    return sendPacket(run, { ...packet, id: nextId }, true);
  }
  await settlePacket(packet);
  advanceBy(run, { packets: 1 });
}

/** Deletes a packet that the server has, unless it changed since it was sent. */
function settlePacket({ id, revision }: KeptPacket): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('packets').get(id);
    if (row?.revision !== revision) return;
    await tx.objectStore('packets').delete(id);
    await addDone(tx, { packets: 1 });
  });
}
