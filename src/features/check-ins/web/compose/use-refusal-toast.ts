import { useEffect, useRef } from 'react';
import { toast } from '#ui/toast.ts';
import type { RefusalCode } from '../../contract.ts';
import { refusalTexts } from '../../refusal-texts.ts';

/**
 * The toast for a check-in that cannot be saved. `dismiss` or unmounting closes it. Only missing content has a toast
 * (SPEC quotes it). All other faults are shown only at their field.
 */
export function useRefusalToast(): { show: (code: RefusalCode) => void; dismiss: () => void } {
  const close = useRef<() => void>(undefined);
  const dismiss = () => close.current?.();
  useEffect(() => () => close.current?.(), []);
  return {
    show(code) {
      if (code !== 'content_required') return;
      const { title, detail } = refusalTexts[code];
      close.current = toast({ title, ...(detail && { description: detail }), tone: 'danger' });
    },
    dismiss,
  };
}
