import { useEffect, useRef } from 'react';
import { toast } from '#ui/toast.ts';
import type { RefusalCode } from '../../contract.ts';
import { refusalTexts } from '../../refusal-texts.ts';

/**
 * The message of a check-in that cannot be saved as it is, until it is changed or left: `takeBack` ends it. Only missing
 * content has a message (SPEC quotes it). Every other fault is shown at its field alone.
 */
export function useRefusalToast(): { tell: (code: RefusalCode) => void; takeBack: () => void } {
  const told = useRef<() => void>(undefined);
  const takeBack = () => told.current?.();
  useEffect(() => () => told.current?.(), []);
  return {
    tell(code) {
      if (code !== 'content_required') return;
      const { title, detail } = refusalTexts[code];
      told.current = toast({ title, ...(detail && { description: detail }), tone: 'danger' });
    },
    takeBack,
  };
}
