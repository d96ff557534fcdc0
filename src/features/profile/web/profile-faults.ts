// What went wrong in saving a part of the profile: beside its field, or in a message.
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { RefusalCode } from '../contract.ts';
import { refusalTexts, texts } from '../texts.ts';

/** The refusal's words, when that is what the call threw. */
export function refusalIn(error: unknown) {
  if (!(error instanceof Problem) || !(error.code in refusalTexts)) return undefined;
  const code = error.code as RefusalCode;
  return { code, ...refusalTexts[code] };
}

/** Shows that saving failed, and why if that is known. `about` names the form. */
export function tellNotSaved(error: unknown, about: string): void {
  const why = error instanceof Problem && error.code !== 'unknown' ? error.title : undefined;
  toast({ title: texts.form.failed, ...(why && { description: why }), tone: 'danger', about });
}
