// The upload of a résumé. Its state outlives the section, so that the user can open the settings meanwhile.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { hasCode, Problem } from '#platform/http/client.ts';
import { isFileRefused, uploadForm } from '#platform/http/upload.ts';
import { createStore } from '#ui/store.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import type { Resume } from '../contract.ts';
import { resumeProblem } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { resumeQuery } from './resume-queries.ts';

export const about = 'resume';

export type Upload = {
  name: string;
  /** Bytes sent, and of the file. */
  sent: number;
  size: number;
  cancel: () => void;
};

/** The upload in progress, if any. */
export const resumeUpload = createStore<{ current: Upload | undefined }>({ current: undefined });

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

/** Asks to try again: right away, or when the connection is back. */
export function retryText(error: unknown): string {
  const isOffline = error instanceof Problem && error.status === 0 && !navigator.onLine;
  return isOffline ? texts.retryOffline : texts.retry;
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
