import { useEffect } from 'react';
import { menuTexts as packetTexts } from '#features/packets/menu-texts.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { buttonClass } from '#ui/button.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useStore } from '#ui/store.ts';
import { menuTexts as texts } from '../menu-texts.ts';
import { closeReport, openedReport, openReport, type ReportName } from './open-report.ts';

type Props = { scope: Scope; email: string };

const OpenedReport = fetched<Props & { name: ReportName; onClose: () => void }>(
  async () => (await import('./opened-report.tsx')).OpenedReport,
  FailedOverlay,
);

/** The GENERATE menu of the timeline. `email` is the user's primary address. */
export function GenerateMenu(props: Props) {
  const name = useStore(openedReport, (state) => state.name);
  // Do not open it again on a later visit of the timeline.
  useEffect(() => closeReport, []);
  return (
    <>
      <Menu label={texts.label} button={texts.button} buttonClass={buttonClass()}>
        <MenuItem onSelect={() => openReport('week')}>{texts.week}</MenuItem>
        <MenuItem onSelect={() => openReport('packet')}>{packetTexts.packet}</MenuItem>
        <MenuItem>{texts.resume}</MenuItem>
        <MenuItem onSelect={() => openReport('board')}>{texts.board}</MenuItem>
      </Menu>
      {name && <OpenedReport {...props} name={name} onClose={closeReport} />}
    </>
  );
}
