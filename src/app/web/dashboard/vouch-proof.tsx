// The dialog of the vouch whose "Download proof" was pressed.
import type { ComponentProps } from 'react';
import type { ProofDialog as Dialog } from '#features/credentials/web/proof-dialog.tsx';
import { provedVouch } from '#features/vouches/web/proved-vouch.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { useStore } from '#ui/store.ts';

const close = () => provedVouch.set({ vouch: undefined });

const ProofDialog = fetched<ComponentProps<typeof Dialog>>(
  async () => (await import('#features/credentials/web/proof-dialog.tsx')).ProofDialog,
  () => <FailedOverlay onClose={close} />,
);

export function VouchProof({ scope }: { scope: Scope }) {
  const vouch = useStore(provedVouch, (state) => state.vouch);
  return vouch && <ProofDialog key={vouch.id} scope={scope} vouch={vouch} onClose={close} />;
}
