import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { importTexts as texts } from '../texts.ts';
import { discardGuest } from './import-state.ts';
import type { Counts } from './import-store.ts';

type Props = { held: Counts; onMerge: () => void; onLater: () => void };

/** Asks whether to merge or discard the guest's log. Nothing changes before the answer. */
export function ImportQuestion({ held, onMerge, onLater }: Props) {
  const [discarding, setDiscarding] = useState(false);
  return (
    <>
      <p className="text-ui text-ink">{texts.asked(held)}</p>
      <p className="text-meta text-ink-2">{texts.question}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" onClick={onMerge}>
          {texts.merge}
        </Button>
        <Button onClick={() => setDiscarding(true)}>{texts.discard}</Button>
        <Button variant="quiet" onClick={onLater}>
          {texts.later}
        </Button>
      </div>
      {discarding && <DiscardDialog held={held} onClose={() => setDiscarding(false)} />}
    </>
  );
}

type DiscardProps = { held: Counts; onClose: () => void };

/** Confirmation before anything is deleted from this browser. */
export function DiscardDialog({ held, onClose }: DiscardProps) {
  async function discard() {
    try {
      await discardGuest();
    } catch {
      toast({ title: texts.discarding.failed, tone: 'danger' });
      return;
    }
    onClose();
    toast({ title: texts.discarding.done(held) });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.discarding.title}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.discarding.keep}
          </Button>
          <Button variant="danger" onClick={() => void discard()}>
            {texts.discarding.confirm}
          </Button>
        </>
      }
    >
      <p className="text-ui">{texts.discarding.text(held)}</p>
    </Dialog>
  );
}
