import { useLayoutEffect, type RefObject } from 'react';
import { raiseToastHost } from './toast-host.ts';

/** Shows a dialog as a modal one while `open`, with the focus on what is marked `data-autofocus`, else its heading. */
export function useShownModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2');
    first?.focus();
    raiseToastHost();
    return () => {
      element.close();
      raiseToastHost();
    };
  }, [dialog, open]);
}
