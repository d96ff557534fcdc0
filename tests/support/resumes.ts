// Shared steps of tests about résumés: upload one, sign its URL.
import type { Resume } from '#features/resume/contract.ts';
import { pdf } from '#platform/files/test-contents.ts';
import type { Answer, Caller, ProblemBody } from './caller.ts';

export function resumeForm(content: Buffer = pdf(), name = 'cv.pdf'): FormData {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(content)]), name);
  return form;
}

export function sendResume(
  caller: Caller,
  content?: Buffer,
  name?: string,
): Promise<Answer<Resume & ProblemBody>> {
  return caller.call<Resume & ProblemBody>('POST /api/storage/resumes', { form: resumeForm(content, name) });
}

/** The résumé that the page shows, if any. */
export async function shownResume(caller: Caller): Promise<Resume | null> {
  return (await caller.call<{ resume: Resume | null }>('GET /api/resumes')).json.resume;
}

/** The signed URL of a résumé, as a key for `call`. */
export async function signedResume(
  caller: Caller,
  id: string,
  as: 'view' | 'download',
): Promise<`GET ${string}`> {
  const answer = await caller.call<{ url: string }>('POST /api/storage/resumes/:id/sign', {
    params: { id },
    body: { as },
  });
  if (answer.status !== 200) throw new Error(`Signing returned ${answer.status}: ${answer.text}`);
  return `GET ${answer.json.url}`;
}
