import { lazy, Suspense, useEffect } from 'react';
import type { Scope } from './check-in-queries.ts';
import { composer, loadComposer, openComposer } from './composer.ts';
import { DropOverlay } from './drop-overlay.tsx';
import { useFileDrop } from './file-drop.ts';
import { useStore } from './store.ts';

const loadDialog = () => import('./add-check-in-dialog.tsx');
const AddCheckInDialog = lazy(async () => ({ default: (await loadDialog()).AddCheckInDialog }));

/** Writing an entry from whatever tab: the dialog, files that are dropped, and what is said of saves. */
export function Capture({ scope }: { scope: Scope }) {
  const { userId } = scope;
  const open = useStore(composer, (state) => state.open && state.userId === userId);
  const said = useStore(composer, (state) => state.said);

  useEffect(() => loadComposer(userId), [userId]);
  useFileDrop(openComposer);
  useEffect(() => {
    // A part of its own, fetched while nothing else is going on.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Suspense>{open && <AddCheckInDialog scope={scope} />}</Suspense>
      <DropOverlay />
    </>
  );
}
