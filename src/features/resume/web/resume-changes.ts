// Downloads the résumé, and deletes it without confirmation: a toast offers Undo.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { hasCode } from '#platform/http/client.ts';
import { saveLink } from '#ui/save-link.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { Resume } from '../contract.ts';
import { texts } from '../texts.ts';
import { call, resumeQuery } from './resume-queries.ts';
import { about, retryText } from './resume-upload.ts';

const scope = { id: 'resume' };

function showFailed(title: string, error: unknown): void {
  console.error(title, error);
  toast({ title, description: retryText(error), tone: 'danger', about });
}

export function useDownload() {
  return useMutation({
    mutationFn: ({ id }: Resume) =>
      withRetries(() =>
        call('POST /api/storage/resumes/:id/sign', { params: { id }, body: { as: 'download' } }),
      ),
    onSuccess: ({ url }, { file_name }) => saveLink(url, file_name),
    onError: (error) => showFailed(texts.downloadFailed, error),
  });
}

/** Hides the résumé immediately, and shows it again if deleting fails. */
export function useDelete(owner: Scope) {
  const queries = useQueryClient();
  const { queryKey } = resumeQuery(owner);
  const restore = useMutation({
    scope,
    mutationFn: ({ id }: Resume) =>
      withRetries(() => call('POST /api/resumes/:id/restore', { params: { id } })),
    onSuccess(resume) {
      queries.setQueryData(queryKey, resume);
      toast({ title: texts.restored, about });
    },
    onError(error) {
      const isReplaced = hasCode(error, 'not_found');
      console.error(texts.restoreFailed, error);
      toast({
        title: texts.restoreFailed,
        description: isReplaced ? texts.replacedMeanwhile : retryText(error),
        tone: 'danger',
        about,
      });
    },
  });
  return useMutation({
    scope,
    async mutationFn({ id }: Resume) {
      try {
        await withRetries(() => call('DELETE /api/resumes/:id', { params: { id } }));
      } catch (error) {
        // Another window replaced it.
        if (!hasCode(error, 'not_found')) throw error;
        await queries.invalidateQueries({ queryKey });
      }
    },
    async onMutate() {
      await queries.cancelQueries({ queryKey });
      dismissToastsAbout(about);
      queries.setQueryData(queryKey, null);
    },
    onSuccess: (_, resume) =>
      void showUndoToast({
        title: texts.deleted,
        description: resume.file_name,
        about,
        onUndo: () => restore.mutate(resume),
      }),
    onError(error, resume) {
      queries.setQueryData(queryKey, resume);
      showFailed(texts.deleteFailed, error);
    },
  });
}
