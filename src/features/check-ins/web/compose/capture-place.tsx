import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { onServer } from '#ui/on-server.ts';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../../texts.ts';
import { announcement } from '../announcement.ts';
import { closeComposer, composer, loadComposer } from '../drafts/composer.ts';
import { loadOutbox } from '../outbox/outbox-store.ts';

// Loaded after the page has rendered. A failed load must not break the page.
const Capture = lazy(async (): Promise<{ default: ComponentType<{ scope: Scope }> }> => {
  try {
    return { default: (await import('./capture.tsx')).Capture };
  } catch {
    return { default: Unavailable };
  }
});

/** Mounts the composer next to the tabs, with the live region that announces the result of a save. */
export function CapturePlace({ scope }: { scope: Scope }) {
  const { userId } = scope;
  const announced = useStore(announcement, ({ text }) => text);
  useEffect(() => {
    loadComposer(userId);
    loadOutbox(userId);
  }, [userId]);
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
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
