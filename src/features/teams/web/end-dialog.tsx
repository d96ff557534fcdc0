import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type Props = {
  title: string;
  detail: string;
  cancel: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a relationship ends: to undo it, both sides would have to agree again. */
export function EndDialog({ title, detail, cancel, confirm, busy, onConfirm, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="text-ui wrap-anywhere text-ink-2">{detail}</p>
    </Dialog>
  );
}
