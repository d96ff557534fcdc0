import { confirmation } from '#features/accounts/web/session/confirmation.ts';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { useStore } from '#ui/store.ts';

type Props = { onSettled: (confirmed: boolean) => void };

const ConfirmDialog = fetched(
  async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
  ({ onSettled }: Props) => <FailedOverlay onClose={() => onSettled(false)} />,
);

/** The dialog that a change waits for, if one does (`withConfirmation`). */
export function Confirmations() {
  const settle = useStore(confirmation, (state) => state.settle);
  return settle && <ConfirmDialog onSettled={settle} />;
}
