import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { parseSearch } from '#platform/navigation/navigation.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { useStore } from '#ui/store.ts';
import { AddCheckInDialog } from './add-check-in-dialog.tsx';
import { composer } from '../drafts/composer.ts';
import { entryDraft } from '../drafts/drafts.ts';
import { preloadBytes } from '#platform/drafts/persisted-files.ts';
import { PendingRows } from '../outbox/later-rows.ts';
import { dropAsk } from './asks.ts';
import { addIncoming } from './take-incoming.ts';
import { startOutbox } from '../outbox/outbox.ts';
import type { SharePart } from './share-part.ts';

/** Adding an entry from any tab of the dashboard: the dialog and the outbox. */
export function Capture({ scope, sharing }: { scope: Scope; sharing: SharePart }) {
  const queries = useQueryClient();
  const open = useStore(composer, (state) => state.open && state.ready);
  const isOwn = useStore(entryDraft.store, ({ userId }) => userId === scope.userId);
  useEffect(() => {
    startOutbox(queries, scope);
    // Loads everything that a save needs before the connection can be lost.
    preloadBytes();
    void PendingRows.preload();
  }, [queries, scope]);
  useEffect(() => {
    const { incoming } = parseSearch(location.search);
    if (incoming !== undefined) dropAsk('incoming');
    void addIncoming(scope.userId, incoming);
  }, [scope.userId]);
  return open && isOwn && <AddCheckInDialog scope={scope} sharing={sharing} />;
}
