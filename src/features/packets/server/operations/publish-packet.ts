import { randomUUID } from 'node:crypto';
import {
  credentialsOf,
  type SigningParts,
} from '#features/credentials/server/operations/issue-credential.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { signingKey } from '#platform/signing/signing-key.ts';
import { limits } from '../../constants.ts';
import type { Life, operations } from '../../contract.ts';
import { proofsIn } from '../../rules.ts';
import { endLink, insertVersion, lockPackets, packetById, putLink, type StoredPacket } from '../store.ts';
import { freezePacket } from './freeze-packet.ts';
import type { PacketLinks } from './packet-links.ts';
import { changesSince, signPacket } from './packet-record.ts';
import { packetOf } from './read-packets.ts';

type Parts = SigningParts & { links: PacketLinks };
type Call = { tx: Tx; viewer: Viewer; id: string };

/** Issues the credentials that belong in the packet, with no transaction open while they are signed, and then publishes it. */
export function publishWithProofs(parts: Parts) {
  return inSteps<(typeof operations)['POST /api/packets/:id/publish']>(async ({ step, input }) => {
    const { id } = input.params;
    const found = await step(async ({ tx, viewer }) => {
      const stored = await packetById(tx, id);
      if (!stored) return refuse('not_found');
      const vouchIds = proofsIn(stored.draft);
      return vouchIds.length > limits.proofs
        ? refuse('too_many_proofs')
        : { caller: viewer.userId, vouchIds };
    });
    if (isRefused(found)) return found;
    if (found.vouchIds.length > 0) {
      const issued = await credentialsOf(parts, { run: (work) => step(({ tx }) => work(tx)), ...found });
      if (isRefused(issued)) return issued;
    }
    return step(({ tx, viewer }) => publishPacket(parts, { tx, viewer, id, life: input.body.life }));
  });
}

/**
 * Freezes the draft as the next version (R-M2). The first one gets a link. If nothing has changed since the last version,
 * such as when the request is repeated, there is no new one, unless its key is retired.
 */
async function publishPacket(parts: Parts, { tx, viewer, id, life }: Call & { life: Life }) {
  await lockPackets(tx);
  const stored = await packetById(tx, id);
  if (!stored) return refuse('not_found');
  const frozen = await freezePacket(tx, stored.draft);
  if (!frozen) return refuse('no_session');
  const { document, files } = frozen;
  if (!document.groups.some(({ items }) => items.length > 0)) return refuse('nothing_to_publish');
  const key = await signingKey(tx, parts);
  // The pages of a PDF can be signed only by a key that is not retired.
  if (stored.record?.key.id !== key.id || changesSince(stored.record, document).isChanged) {
    const { instanceName: name, appUrl: url } = parts.config;
    const publishedAt = new Date().toISOString();
    const number = (stored.version ?? 0) + 1;
    const packetJson = signPacket(document, { issuer: { name, url }, version: number, publishedAt }, key);
    await insertVersion(tx, { packetId: id, userId: viewer.userId, number, packetJson, files, publishedAt });
  }
  if (stored.seed === null) await giveLink(parts.links, { tx, viewer, id, life });
  return reread(parts.links, tx, id);
}

/** A new link to a published packet, in place of the earlier one (R-M3). */
export async function renewLink(links: PacketLinks, { tx, viewer, id, life }: Call & { life: Life }) {
  const stored = await lockPublished(tx, id);
  if ('code' in stored) return stored;
  await giveLink(links, { tx, viewer, id, life });
  return reread(links, tx, id);
}

/** Ends the link. Idempotent. */
export async function endPacketLink(links: PacketLinks, { tx, id }: Pick<Call, 'tx' | 'id'>) {
  const stored = await lockPublished(tx, id);
  if ('code' in stored) return stored;
  await endLink(tx, id);
  return reread(links, tx, id);
}

async function lockPublished(tx: Tx, id: string) {
  await lockPackets(tx);
  const stored = await packetById(tx, id);
  if (!stored) return refuse('not_found');
  return stored.version === null ? refuse('not_published') : (stored satisfies StoredPacket);
}

async function giveLink(links: PacketLinks, { tx, viewer, id, life }: Call & { life: Life }): Promise<void> {
  const seed = randomUUID();
  const { tokenHash } = links.linkFor({ packetId: id, seed });
  await putLink(tx, { packetId: id, userId: viewer.userId, seed, tokenHash, life });
}

async function reread(links: PacketLinks, tx: Tx, id: string) {
  const stored = await packetById(tx, id);
  return stored ? packetOf(tx, stored, links) : refuse('not_found');
}
