// Uploads a résumé. Loaded when the user has chosen a file.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { hasCode } from '#platform/http/client.ts';
import { isFileRefused, uploadForm } from '#platform/http/upload.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import type { Resume } from '../contract.ts';
import { refusalTexts } from '../refusal-texts.ts';
import { resumeProblem } from '../rules.ts';
import { texts } from '../texts.ts';
import { resumeQuery } from './resume-queries.ts';
import { about, resumeUpload, retryText } from './resume-upload.ts';

/** Uploads a file in place of the résumé. Refuses files that the server would refuse before sending them. */
export async function uploadResume(queries: QueryClient, scope: Scope, file: File): Promise<void> {
  if (resumeUpload.get().current) return;
  const problem = resumeProblem(file);
  if (problem) {
    const { title, detail } = refusalTexts[problem];
    toast({ title, ...(detail && { description: detail }), tone: 'danger', about });
    return;
  }
  dismissToastsAbout(about);
  const canceled = new AbortController();
  const upload = { name: file.name, sent: 0, size: file.size, cancel: () => canceled.abort() };
  const form = new FormData();
  form.set('file', file, file.name);
  const attempt = () =>
    uploadForm<Resume>(
      '/api/storage/resumes',
      form,
      (sent) => resumeUpload.set({ current: { ...upload, sent } }),
      canceled.signal,
    );
  resumeUpload.set({ current: upload });
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    const resume = await withRetries(attempt);
    queries.setQueryData(resumeQuery(scope).queryKey, resume);
    toast({ title: texts.uploaded, about });
  } catch (error) {
    if (canceled.signal.aborted) toast({ ...texts.sending.canceled, about });
    else showProblem(error, () => void uploadResume(queries, scope, file));
  } finally {
    resumeUpload.set({ current: undefined });
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

const refusalCodes = Object.keys(refusalTexts);

/** Says why, and offers to send the same file again if that may help. */
function showProblem(error: unknown, retry: () => void): void {
  const refusal = hasCode(error, ...refusalCodes) ? error : undefined;
  toast({
    title: refusal?.title ?? texts.uploadFailed,
    description: refusal?.detail ?? retryText(error),
    tone: 'danger',
    about,
    ...(!isFileRefused(error) && { action: { label: texts.tryAgain, onPress: retry } }),
  });
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
