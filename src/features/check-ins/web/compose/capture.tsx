import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { useStore } from '#ui/store.ts';
import { AddCheckInDialog } from './add-check-in-dialog.tsx';
import { composer, openComposer } from '../drafts/composer.ts';
import { DropOverlay } from './drop-overlay.tsx';
import { useFileDrop } from '../files/file-drop.ts';
import { MissingFiles } from '../files/lazy-missing-files.ts';
import { preloadBytes } from '../files/persisted-files.ts';
import { PendingRows } from '../outbox/lazy-pending-rows.ts';
import { startOutbox } from '../outbox/outbox.ts';

/** Adding an entry from any tab of the dashboard: the dialog, dropped files, and the outbox. */
export function Capture({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const open = useStore(composer, (state) => state.open && state.ready && state.userId === scope.userId);
  useFileDrop(openComposer);
  useEffect(() => {
    startOutbox(queries, scope);
    // Loads everything that a save needs before the connection can be lost.
    preloadBytes();
    void PendingRows.preload();
    void MissingFiles.preload();
  }, [queries, scope]);
  return (
    <>
      {open && <AddCheckInDialog scope={scope} />}
      <DropOverlay />
    </>
  );
}
