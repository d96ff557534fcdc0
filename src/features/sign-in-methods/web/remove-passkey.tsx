import { useMutation } from '@tanstack/react-query';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import type { Passkey } from '../contract.ts';
import { texts } from '../texts.ts';
import { about, call } from './queries.ts';

const copy = texts.removing;

type Props = { passkey: Passkey; isLast: boolean; onRemoved: () => Promise<void>; onClose: () => void };

/** Asks before a passkey is removed. */
export function RemovePasskey({ passkey: { id, name }, isLast, onRemoved, onClose }: Props) {
  const remove = useMutation({
    mutationFn: () => withConfirmation(() => call('DELETE /api/passkeys/:id', { params: { id } })),
    onSuccess() {
      toast({ title: texts.removedToast, about });
      onClose();
      void onRemoved();
    },
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.failed) }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.title(name)}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <p className="text-ui">{copy.about}</p>
      {isLast && <p className="mt-3 text-ui">{copy.last}</p>}
    </Dialog>
  );
}
