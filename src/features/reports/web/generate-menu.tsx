import { useEffect } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { FailedOverlay, fetched } from '#ui/fetched.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useStore } from '#ui/store.ts';
import { menuTexts as texts } from '../menu-texts.ts';
import { closeReport, openedReport, openReport } from './open-report.ts';

type DialogProps = { timezone: string; email: string; onClose: () => void };
const WeekDialog = fetched<DialogProps>(
  async () => (await import('./week-dialog.tsx')).WeekDialog,
  FailedOverlay,
);
const BoardDialog = fetched<DialogProps>(
  async () => (await import('./board-dialog.tsx')).BoardDialog,
  FailedOverlay,
);

/** The GENERATE menu of the timeline. `email` is the user's primary address. */
export function GenerateMenu(props: Omit<DialogProps, 'onClose'>) {
  const open = useStore(openedReport, ({ name }) => name);
  // Do not open it again on a later visit of the timeline.
  useEffect(() => closeReport, []);
  return (
    <>
      <Menu label={texts.label} button={texts.button} buttonClass={buttonClass()}>
        <MenuItem onSelect={() => openReport('week')}>{texts.week}</MenuItem>
        <MenuItem>{texts.resume}</MenuItem>
        <MenuItem onSelect={() => openReport('board')}>{texts.board}</MenuItem>
      </Menu>
      {open === 'week' && <WeekDialog {...props} onClose={closeReport} />}
      {open === 'board' && <BoardDialog {...props} onClose={closeReport} />}
    </>
  );
}
