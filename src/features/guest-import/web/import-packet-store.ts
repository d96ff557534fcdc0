// The packets still to import, in the guest store.
import { guestId } from '#features/guest/constants.ts';
import type { GuestPacket } from '#features/guest/web/guest-database.ts';
import { readGuest, type GuestWrite } from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { PacketDraft } from '#features/packets/contract.ts';
import { withItemId } from '#features/packets/draft-rules.ts';
import { dropStoredWrite, storedWrites } from '#features/packets/web/packet-queue.ts';

export type KeptPacket = GuestPacket & { draft: PacketDraft };

/** Oldest first. */
export async function keptPackets(): Promise<KeptPacket[]> {
  const all = await readGuest((tx) => tx.objectStore('packets').getAll());
  return (all as KeptPacket[]).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

/** Puts changes that the guest's page could not store yet into the store. */
export async function storeUnsentPackets(): Promise<void> {
  for (const { id, packetId, draft } of storedWrites(guestId)) {
    await writeGuest(async (tx) => {
      const now = new Date().toISOString();
      const before = await tx.objectStore('packets').get(packetId);
      await tx.objectStore('packets').put({
        ...{ id: packetId, draft, revision: (before?.revision ?? 0) + 1 },
        ...{ created_at: before?.created_at ?? now, updated_at: now },
      });
    });
    dropStoredWrite(guestId, id);
  }
}

/** Gives a packet a new id, because another user's packet has the same one. */
export function renamePacket(id: string, newId: string): Promise<void> {
  return writeGuest(async (tx) => {
    const row = await tx.objectStore('packets').get(id);
    if (!row) return;
    await tx.objectStore('packets').delete(id);
    await tx.objectStore('packets').put({ ...row, id: newId });
  });
}

/** Lets packets name an entry or a goal by its new id. */
export async function renameItem(
  tx: GuestWrite,
  kind: 'entry' | 'goal',
  id: string,
  newId: string,
): Promise<void> {
  for (const packet of (await tx.objectStore('packets').getAll()) as KeptPacket[]) {
    const draft = withItemId(packet.draft, { kind, id }, newId);
    if (draft !== packet.draft)
      await tx.objectStore('packets').put({ ...packet, draft, revision: packet.revision + 1 });
  }
}
