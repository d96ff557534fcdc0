// Packets for the owner's data export.
import type { Tx } from '#platform/database/transaction.ts';
import { allLinks, allOpens, allPackets, allVersions } from '../export-store.ts';

/** Packets and versions can be large. */
const pageSize = 5;

export const packetTables = {
  packets: async (tx: Tx, viewer: string, after: string | null) => {
    const rows = await allPackets(tx, viewer, after, pageSize);
    return { rows, next: rows.length < pageSize ? null : rows.at(-1)!.id };
  },
  packet_versions: async (tx: Tx, viewer: string, after: string | null) => {
    const [packetId = '', number = ''] = after?.split(' ') ?? [];
    const rows = await allVersions(
      tx,
      viewer,
      after === null ? null : { packetId, number: Number(number) },
      pageSize,
    );
    const last = rows.at(-1);
    return { rows, next: rows.length < pageSize || !last ? null : `${last.packet_id} ${last.number}` };
  },
  packet_links: async (tx: Tx, viewer: string) => ({ rows: await allLinks(tx, viewer), next: null }),
  packet_opens: async (tx: Tx, viewer: string) => ({ rows: await allOpens(tx, viewer), next: null }),
};
