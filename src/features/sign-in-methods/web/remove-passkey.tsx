import { ways } from '#features/single-sign-on/web/ways.ts';
import type { Passkey } from '../contract.ts';
import { texts } from '../texts.ts';
import { call } from './call.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const copy = texts.removing;

type Props = {
  passkey: Passkey;
  /** No second factor is left without it. */
  isLast: boolean;
  onRemoved: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a passkey is removed. */
export function RemovePasskey({ passkey: { id, name }, isLast, onRemoved, onClose }: Props) {
  return (
    <RemoveDialog
      title={copy.title(name)}
      remove={() => call('DELETE /api/passkeys/:id', { params: { id } })}
      removed={texts.removedToast}
      onRemoved={onRemoved}
      onClose={onClose}
    >
      <p>{copy.about}</p>
      {isLast && <p>{copy.last(ways.passwords)}</p>}
    </RemoveDialog>
  );
}
