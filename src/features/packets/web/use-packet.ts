import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Queued } from '#platform/outbox/queue.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { useStore } from '#ui/store.ts';
import type { Packet, PacketDraft } from '../contract.ts';
import { saveDraft, startPacketOutbox } from './packet-outbox.ts';
import { packetQuery } from './packet-queries.ts';
import { newestOf, packetQueue, type PacketWrite } from './packet-queue.ts';

export type OpenPacket = {
  /** As edited, including what the server does not have yet. Undefined while it is loaded. */
  draft: PacketDraft | undefined;
  /** As stored on the server. Undefined while it is loaded, and for a packet that only this browser has. */
  packet: Packet | undefined;
  /** The draft that the server does not have yet. */
  unsent: Queued<PacketWrite> | undefined;
  isError: boolean;
  retry: () => void;
  /** Changes the draft. */
  change: (edit: (draft: PacketDraft) => PacketDraft) => void;
};

/** A packet in the editor. Each change is stored in the browser immediately, and sent soon. */
export function usePacket(scope: Scope, id: string): OpenPacket {
  const queries = useQueryClient();
  useState(() => startPacketOutbox(queries, scope));
  const unsent = useStore(packetQueue.store, ({ all }) => newestOf(all, id));
  const isNew = unsent?.write.base === 0;
  const {
    data: packet,
    isError,
    refetch,
  } = useQuery({
    ...packetQuery(scope, id),
    enabled: !isNew,
    refetchOnWindowFocus: false,
  });
  const change = useCallback(
    (edit: (draft: PacketDraft) => PacketDraft) => {
      const newest = newestOf(packetQueue.store.get().all, id)?.write;
      const stored = queries.getQueryData(packetQuery(scope, id).queryKey);
      const before = newest?.draft ?? stored?.draft;
      if (!before) return;
      const after = edit(before);
      if (after !== before) saveDraft({ queries, scope }, id, newest?.base ?? stored?.revision ?? 0, after);
    },
    [queries, scope, id],
  );
  return {
    draft: unsent?.write.draft ?? packet?.draft,
    packet,
    unsent,
    isError,
    retry: () => void refetch(),
    change,
  };
}
