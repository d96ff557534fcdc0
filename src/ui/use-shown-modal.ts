import { useLayoutEffect, type RefObject } from 'react';
import { raiseToastHost } from './toast-host.ts';

/** Shows a dialog as modal while `open`. Focuses the element marked `data-autofocus`, or else the heading. */
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
