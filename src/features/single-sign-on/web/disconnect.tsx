import { useMutation } from '@tanstack/react-query';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { about, call } from './queries.ts';

const copy = texts.disconnecting;

type Props = { provider: string; id: string; onDisconnected: () => Promise<void>; onClose: () => void };

/** Asks before the provider is disconnected. */
export function Disconnect({ provider, id, onDisconnected, onClose }: Props) {
  const disconnect = useMutation({
    mutationFn: () => withConfirmation(() => call('DELETE /api/provider_identity/:id', { params: { id } })),
    onSuccess() {
      toast({ title: texts.disconnectedToast(provider), about });
      onClose();
      void onDisconnected();
    },
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.failed) }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.title(provider)}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button variant="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <p className="text-ui">{copy.about}</p>
    </Dialog>
  );
}
