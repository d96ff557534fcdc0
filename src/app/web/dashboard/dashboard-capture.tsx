import { CapturePlace, CaptureUnavailable } from '#features/check-ins/web/compose/capture-place.tsx';
import type { Scope } from '#platform/reader/scope.ts';
import { fetched } from '#ui/fetched.tsx';

const Capture = fetched<{ scope: Scope }>(
  async () => (await import('./sharing-capture.tsx')).SharingCapture,
  CaptureUnavailable,
);

/** Adding entries from any tab. */
export const DashboardCapture = ({ scope }: { scope: Scope }) => (
  <CapturePlace scope={scope} Capture={Capture} />
);
