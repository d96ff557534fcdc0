import { useEffect, useState, type ComponentType } from 'react';
import { parseSearch, useSearch } from '#platform/navigation/navigation.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../../texts.ts';
import { announcement } from '../announcement.ts';
import { closeComposer, composer, loadComposer, openComposer } from '../drafts/composer.ts';
import { useFileDrop } from '../files/file-drop.ts';
import { entryQueue } from '../outbox/entry-queue.ts';
import { whenActive } from '../outbox/when-active.ts';
import { dropAsk } from './asks.ts';
import { DropOverlay } from './drop-overlay.tsx';

type Props = {
  scope: Scope;
  /** The composer. Its code is loaded when it is needed, or else before the connection can be lost. */
  Capture: ComponentType<{ scope: Scope }>;
};

/** Mounts the composer next to the tabs, with the live region that announces the result of a save. */
export function CapturePlace({ scope, Capture }: Props) {
  const { userId } = scope;
  const isNeeded = useStore(composer, (state) => state.open);
  const hasUnsent = useStore(entryQueue.store, ({ all }) => all.length > 0);
  const [isPrepared, setIsPrepared] = useState(false);
  const announced = useStore(announcement, ({ text }) => text);
  useEffect(() => {
    loadComposer(userId);
    entryQueue.load(userId);
  }, [userId]);
  const asked = parseSearch(useSearch());
  const asksToAdd = 'new' in asked;
  useEffect(() => {
    if (!asksToAdd) return;
    openComposer();
    dropAsk('new');
  }, [asksToAdd]);
  useFileDrop(openComposer);
  useEffect(() => whenActive(() => setIsPrepared(true)), []);
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <DropOverlay />
      {(isNeeded || hasUnsent || isPrepared || 'incoming' in asked) && <Capture scope={scope} />}
    </>
  );
}

/** Replaces the composer when its code cannot be loaded. */
export function CaptureUnavailable() {
  const open = useStore(composer, (state) => state.open);
  useEffect(() => {
    if (!open) return;
    closeComposer();
    toast({ ...texts.dialog.unavailable, tone: 'danger' });
  }, [open]);
  return null;
}
