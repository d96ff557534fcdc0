import { useEffect } from 'react';
import { menuTexts } from '#features/packets/menu-texts.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { useStore } from '#ui/store.ts';
import { closeReport, openedReport, openReport } from './open-report.ts';

const PacketsDialog = fetched<{ scope: Scope; onClose: () => void }>(
  async () => (await import('#features/packets/web/packets-dialog.tsx')).PacketsDialog,
  FailedOverlay,
);

/** In place of the GENERATE menu for guests, who have review packets but no reports. */
export function PacketsButton({ scope }: { scope: Scope }) {
  const name = useStore(openedReport, (state) => state.name);
  // Do not open it again on a later visit of the timeline.
  useEffect(() => closeReport, []);
  const prepare = () => void PacketsDialog.preload();
  return (
    <>
      <Button onPointerEnter={prepare} onFocus={prepare} onClick={() => openReport('packet')}>
        {menuTexts.packet}
      </Button>
      {name === 'packet' && <PacketsDialog scope={scope} onClose={closeReport} />}
    </>
  );
}
