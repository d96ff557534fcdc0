// Shared steps of file tests: write an entry, attach a file, sign its URL.
import { newId } from '#platform/clock/id.ts';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import type { Answer, Caller, ProblemBody } from './caller.ts';

export async function writeEntry(
  caller: Caller,
  files: { id: string; name: string; size: number }[] = [],
): Promise<CheckIn> {
  const body = { id: newId(), content: 'With files', files };
  const { status, json } = await caller.call<CheckIn>('POST /api/check_ins', { body });
  if (status !== 200) throw new Error(`Writing the entry returned ${status}: ${JSON.stringify(json)}`);
  return json;
}

export type Attachment = {
  entry: string;
  id?: string;
  name?: string;
  content: Buffer | string;
  position?: number;
};

export function formOf({ entry, id = newId(), name = 'file.txt', content, position }: Attachment): FormData {
  const form = new FormData();
  form.set('check_in_id', entry);
  form.set('id', id);
  if (position !== undefined) form.set('position', String(position));
  form.set('file', new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]), name);
  return form;
}

export function attach(caller: Caller, attachment: Attachment): Promise<Answer<LogFile & ProblemBody>> {
  return caller.call<LogFile & ProblemBody>('POST /api/storage/log-files', { form: formOf(attachment) });
}

/** The signed URL of a file, as a key for `call`. */
export async function signed(caller: Caller, id: string, as: 'view' | 'download'): Promise<`GET ${string}`> {
  const { status, json } = await caller.call<{ url: string }>('POST /api/storage/log-files/:id/sign', {
    params: { id },
    body: { as },
  });
  if (status !== 200) throw new Error(`Signing returned ${status}: ${JSON.stringify(json)}`);
  return `GET ${json.url}`;
}
