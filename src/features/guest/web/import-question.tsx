import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { importTexts as words } from '../import-texts.ts';
import { discardGuest } from './import-state.ts';
import type { Held } from './import-store.ts';

type Props = { held: Held; onMerge: () => void; onLater: () => void };

/** Merge or discard; nothing happens to what is held before the answer. */
export function ImportQuestion({ held, onMerge, onLater }: Props) {
  const [discarding, setDiscarding] = useState(false);
  return (
    <>
      <p className="text-ui text-ink">{words.asked(held)}</p>
      <p className="text-meta text-ink-2">{words.askedHow}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" onClick={onMerge}>
          {words.merge}
        </Button>
        <Button onClick={() => setDiscarding(true)}>{words.discard}</Button>
        <Button variant="quiet" onClick={onLater}>
          {words.later}
        </Button>
      </div>
      {discarding && <DiscardDialog held={held} onClose={() => setDiscarding(false)} />}
    </>
  );
}

type DiscardProps = { held: Held; onClose: () => void };

/** The question before anything is deleted from this browser. */
export function DiscardDialog({ held, onClose }: DiscardProps) {
  async function discard() {
    try {
      await discardGuest();
    } catch {
      toast({ title: words.discarding.failed, tone: 'danger' });
      return;
    }
    onClose();
    toast({ title: words.discarding.done(held) });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.discarding.title}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {words.discarding.keep}
          </Button>
          <Button variant="danger" onClick={() => void discard()}>
            {words.discarding.confirm}
          </Button>
        </>
      }
    >
      <p className="text-ui">{words.discarding.text(held)}</p>
    </Dialog>
  );
}
