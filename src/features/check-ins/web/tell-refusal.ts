import { toast } from '#ui/toast.ts';
import type { RefusalCode } from '../contract.ts';
import { refusalTexts } from '../texts.ts';

/** Says why something cannot be saved as it is. */
export function tellRefusal(code: RefusalCode): void {
  const { title, detail } = refusalTexts[code];
  toast({ title, ...(detail && { description: detail }), tone: 'danger' });
}
