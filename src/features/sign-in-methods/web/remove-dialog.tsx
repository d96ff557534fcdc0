import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { about } from './call.ts';

type Props = {
  title: string;
  /** What follows from the removal. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  /** The toast. */
  removed: string;
  onRemoved: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a way to sign in is removed. */
export function RemoveDialog({ title, children, remove, removed, onRemoved, onClose }: Props) {
  const removal = useMutation({
    mutationFn: () => withConfirmation(remove),
    onSuccess() {
      toast({ title: removed, about });
      onClose();
      void onRemoved();
    },
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.failed) }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {texts.removing.cancel}
          </Button>
          <Button variant="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            {texts.removing.submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ui">{children}</div>
    </Dialog>
  );
}
