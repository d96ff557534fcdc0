import { Capture } from '#features/check-ins/web/compose/capture.tsx';
import { sharePart } from '#features/sharing/web/share-part.tsx';
import { InstallHint } from '../install/install-hint.tsx';
import type { Scope } from '#platform/reader/scope.ts';

/** The composer, with the part of its dialog that shares the entry, and what else is shown in an idle moment. */
export const SharingCapture = ({ scope }: { scope: Scope }) => (
  <>
    <Capture scope={scope} sharing={sharePart} />
    <InstallHint scope={scope} />
  </>
);
