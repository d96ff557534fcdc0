// Packets in the guest store, the browser's equivalent of the server's table (R-I1).
import type { GuestPacket } from '#features/guest/web/guest-database.ts';
import { setGuestMark } from '#features/guest/web/guest-mark.ts';
import {
  notFound,
  readGuest,
  refusal,
  type GuestRead,
  type GuestWrite,
} from '#features/guest/web/guest-transaction.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { limits, refusals } from '../constants.ts';
import type { operations, Packet, PacketDraft, PacketRow, RefusalCode } from '../contract.ts';
import { cleanDraft, isSameDraft, itemsOf, problemOf } from '../rules.ts';
import { refusalTexts } from '../texts.ts';

export const refused = (code: RefusalCode) => refusal(refusals[code], code, refusalTexts[code]);

/** One packet. Throws `not_found`. */
export async function guestPacketById(tx: GuestRead | GuestWrite, id: string): Promise<GuestPacket> {
  const found = await (tx as GuestRead).objectStore('packets').get(id);
  if (!found) throw notFound();
  return found;
}

export const draftOf = ({ draft }: GuestPacket) => draft as PacketDraft;

/** A packet as the server would return it: never published. */
function toRow(packet: GuestPacket): PacketRow {
  const { id, revision, created_at, updated_at } = packet;
  const draft = draftOf(packet);
  return {
    ...{ id, title: draft.title, period: draft.period, items: itemsOf(draft).length },
    ...{ revision, created_at, updated_at, version: null, link: null, opens: [] },
  };
}

const toPacket = (packet: GuestPacket): Packet => ({ ...toRow(packet), draft: draftOf(packet) });

/** The draft as it is stored. Throws if it is refused. */
function accepted(sent: PacketDraft): PacketDraft {
  const draft = cleanDraft(sent);
  const problem = problemOf(draft);
  if (problem) throw refused(problem);
  return draft;
}

/** Adds a packet. Idempotent: returns the stored packet if it is sent again. */
async function createPacket(id: string, draftIn: (tx: GuestWrite) => Promise<PacketDraft>): Promise<Packet> {
  const packet = await writeGuest(async (tx) => {
    const draft = accepted(await draftIn(tx));
    const packets = tx.objectStore('packets');
    const existing = await packets.get(id);
    if (existing) return existing;
    if ((await packets.count()) >= limits.packets) throw refused('too_many_packets');
    const now = new Date().toISOString();
    const added = { id, draft, revision: 1, created_at: now, updated_at: now };
    await packets.put(added);
    return added;
  });
  // A page of an account then looks for what this browser holds.
  setGuestMark();
  return toPacket(packet);
}

export const handlers = {
  'GET /api/packets': async () => {
    const all = await readGuest((tx) => tx.objectStore('packets').getAll());
    return { rows: all.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1)).map(toRow) };
  },
  'POST /api/packets': ({ body }) => createPacket(body.id, async () => body.draft),
  'GET /api/packets/:id': async ({ params }) =>
    toPacket(await readGuest((tx) => guestPacketById(tx, params.id))),
  'PUT /api/packets/:id': async ({ params, body }) => {
    const { id, revision, updated_at } = await writeGuest(async (tx) => {
      const draft = accepted(body.draft);
      const stored = await guestPacketById(tx, params.id);
      if (isSameDraft(draftOf(stored), draft)) return stored;
      if (stored.revision !== body.revision) throw refused('packet_changed');
      const changed = {
        ...{ ...stored, draft },
        ...{ revision: stored.revision + 1, updated_at: new Date().toISOString() },
      };
      await tx.objectStore('packets').put(changed);
      return changed;
    });
    return { id, revision, updated_at };
  },
  'DELETE /api/packets/:id': async ({ params }) => {
    const { id } = await writeGuest(async (tx) => {
      const stored = await guestPacketById(tx, params.id);
      await tx.objectStore('packets').delete(stored.id);
      return stored;
    });
    return { id };
  },
  'POST /api/packets/:id/duplicate': ({ params, body: { id, title } }) =>
    createPacket(id, async (tx) => ({ ...draftOf(await guestPacketById(tx, params.id)), title })),
} satisfies LocalHandlers<typeof operations>;
