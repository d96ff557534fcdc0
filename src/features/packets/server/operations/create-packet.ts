import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { limits } from '../../constants.ts';
import type { PacketDraft } from '../../contract.ts';
import { cleanDraft, problemOf } from '../../rules.ts';
import { insertPacket, lockPackets, packetById, packetCount } from '../store.ts';
import { packetOf } from './read-packets.ts';
import type { PacketLinks } from './packet-links.ts';

type Call = { tx: Tx; viewer: Viewer; links: PacketLinks; id: string };

/** Adds a packet. Idempotent: returns the stored packet if it is sent again. */
export async function createPacket({ tx, viewer, links, id, draft }: Call & { draft: PacketDraft }) {
  const clean = cleanDraft(draft);
  const problem = problemOf(clean);
  if (problem) return refuse(problem);
  await lockPackets(tx);
  const existing = await packetById(tx, id);
  if (existing) return packetOf(tx, existing, links);
  if ((await packetCount(tx)) >= limits.packets) return refuse('too_many_packets');
  if (!(await insertPacket(tx, { id, userId: viewer.userId, draft: clean }))) return refuse('id_taken');
  const created = await packetById(tx, id);
  return created ? packetOf(tx, created, links) : refuse('no_session');
}

/** Copies the draft of a packet into a new one, for another audience. Neither versions nor link are copied. */
export async function duplicatePacket({
  tx,
  viewer,
  links,
  id,
  from,
  title,
}: Call & { from: string; title: string }) {
  const original = await packetById(tx, from);
  if (!original) return refuse('not_found');
  return createPacket({ tx, viewer, links, id, draft: { ...original.draft, title } });
}
