// Maps errors of saving a part of the profile to fields or toasts.
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { RefusalCode } from '../contract.ts';
import { refusalTexts, texts } from '../texts.ts';

/** The refusal with its message, if that is what the call threw. */
export function refusalIn(error: unknown) {
  if (!(error instanceof Problem) || !(error.code in refusalTexts)) return undefined;
  const code = error.code as RefusalCode;
  return { code, ...refusalTexts[code] };
}

/** Shows a toast that saving failed, with the reason if known. `about` groups the toasts of one form. */
export function showSaveError(error: unknown, about: string): void {
  const reason = error instanceof Problem && error.code !== 'unknown' ? error.title : undefined;
  toast({ title: texts.form.failed, ...(reason && { description: reason }), tone: 'danger', about });
}

/** Shows a toast with a refusal's message. `about` groups the toasts of one form. */
export function showRefusal(code: RefusalCode, about: string): void {
  const { title, detail } = refusalTexts[code];
  toast({ title, ...(detail && { description: detail }), tone: 'danger', about });
}
