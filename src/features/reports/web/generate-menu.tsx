import { useState } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { FailedOverlay, fetched } from '#ui/fetched.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { menuTexts as texts } from '../menu-texts.ts';

type DialogProps = { timezone: string; email: string; onClose: () => void };
const dialogs = {
  week: fetched<DialogProps>(async () => (await import('./week-dialog.tsx')).WeekDialog, FailedOverlay),
  board: fetched<DialogProps>(async () => (await import('./board-dialog.tsx')).BoardDialog, FailedOverlay),
};

/** The GENERATE menu of the timeline. `email` is the user's primary address. */
export function GenerateMenu(props: Omit<DialogProps, 'onClose'>) {
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const Dialog = open && dialogs[open];
  return (
    <>
      <Menu label={texts.label} button={texts.button} buttonClass={buttonClass()}>
        <MenuItem onSelect={() => setOpen('week')}>{texts.week}</MenuItem>
        <MenuItem>{texts.resume}</MenuItem>
        <MenuItem onSelect={() => setOpen('board')}>{texts.board}</MenuItem>
      </Menu>
      {Dialog && <Dialog {...props} onClose={() => setOpen(undefined)} />}
    </>
  );
}
