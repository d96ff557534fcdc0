import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { onServer } from '#ui/on-server.ts';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';

import { texts } from '../../texts.ts';
import type { Scope } from '../queries/check-in-queries.ts';
import { closeComposer, composer, loadComposer } from './composer.ts';

// Fetched once the page stands. Where that fails, the page must not fail with it.
const Capture = lazy(async (): Promise<{ default: ComponentType<{ scope: Scope }> }> => {
  try {
    return { default: (await import('./capture.tsx')).Capture };
  } catch {
    return { default: Unavailable };
  }
});

/** The place beside the tabs where entries are written, and where is said what becomes of them. */
export function CapturePlace({ scope }: { scope: Scope }) {
  const said = useStore(composer, (state) => state.said);
  useEffect(() => loadComposer(scope.userId), [scope.userId]);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {!onServer && (
        <Suspense>
          <Capture scope={scope} />
        </Suspense>
      )}
    </>
  );
}

function Unavailable() {
  const open = useStore(composer, (state) => state.open);
  useEffect(() => {
    if (!open) return;
    closeComposer();
    toast({ ...texts.dialog.unavailable, tone: 'danger' });
  }, [open]);
  return null;
}
