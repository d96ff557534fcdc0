// Resends, withdraws and deletes vouches, and removes their files. Nothing asks for confirmation: toasts offer Undo.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { hasCode, isUnreachable, Problem } from '#platform/http/client.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { Vouch, VouchFile } from '../contract.ts';
import { fileTexts } from '../form-texts.ts';
import { rowTexts as texts } from '../row-texts.ts';
import { refusalTexts } from '../texts.ts';
import { withFile, withFiles } from './vouch-pages.ts';
import { call, dropVouch, putVouch, reloadVouches, vouchesQuery } from './vouch-queries.ts';

/** Changes of vouches run one after another, so that Undo never overtakes what it undoes. */
const scope = { id: 'vouches' };
const refusalCodes = Object.keys(refusalTexts);

const aboutVouch = (id: string) => `vouch ${id}`;
// Each removed file can be restored, so their toasts do not replace one another.
const aboutFile = (id: string) => `file ${id} of a vouch`;

/** Shows the server's reason if it refused, otherwise `failed`. */
export function showFailed(failed: string, error: unknown, about: string): void {
  console.warn(failed, error);
  const refusal = hasCode(error, ...refusalCodes) ? error : undefined;
  const isOffline = error instanceof Problem && error.status === 0 && !navigator.onLine;
  const description = refusal?.detail ?? (isOffline ? texts.offlineDetail : undefined);
  toast({ title: refusal?.title ?? failed, ...(description && { description }), tone: 'danger', about });
}

/** Shows that Undo failed. */
function showNotRestored(failed: string, error: unknown, about: string): void {
  if (!hasCode(error, 'not_found')) return showFailed(failed, error, about);
  toast({ title: failed, description: texts.goneMeanwhile, tone: 'danger', about });
}

function showResent({ id, email }: Vouch): void {
  const { title, detail } = texts.resent[email ?? 'sent'];
  const tone = email === 'failed' ? ({ tone: 'danger' } as const) : {};
  toast({ title, description: detail, about: aboutVouch(id), ...tone });
}

export function useResend(owner: Scope) {
  const queries = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ id }: Vouch) => call('POST /api/vouches/:id/resend', { params: { id } }),
    onSuccess(vouch) {
      putVouch(queries, owner, vouch);
      showResent(vouch);
    },
    onError(error, { id }) {
      showFailed(texts.resendFailed, error, aboutVouch(id));
      // The request may have arrived, or the vouch was answered in the meantime.
      void reloadVouches(queries, owner);
    },
  });
}

export function useWithdraw(owner: Scope) {
  const queries = useQueryClient();
  const reopen = useMutation({
    scope,
    mutationFn: ({ id }: Vouch) =>
      withRetries(() => call('POST /api/vouches/:id/reopen', { params: { id } })),
    onSuccess(vouch) {
      putVouch(queries, owner, vouch);
      toast({ title: texts.reopened, about: aboutVouch(vouch.id) });
    },
    onError: (error, { id }) => showFailed(texts.reopenFailed, error, aboutVouch(id)),
  });
  return useMutation({
    scope,
    mutationFn: ({ id }: Vouch) =>
      withRetries(() => call('POST /api/vouches/:id/withdraw', { params: { id } })),
    onSuccess(vouch, { email }) {
      putVouch(queries, owner, vouch);
      showUndoToast({
        title: texts.withdrawn.title,
        description: email === null ? texts.withdrawn.sent : texts.withdrawn.unsent,
        about: aboutVouch(vouch.id),
        onUndo: () => reopen.mutate(vouch),
      });
    },
    onError(error, { id }) {
      showFailed(texts.withdrawFailed, error, aboutVouch(id));
      void reloadVouches(queries, owner);
    },
  });
}

/** Hides the vouch immediately, and shows it again if deleting fails. */
export function useDeleteVouch(owner: Scope) {
  const queries = useQueryClient();
  const restore = useMutation({
    scope,
    mutationFn: ({ id }: Vouch) =>
      withRetries(() => call('POST /api/vouches/:id/restore', { params: { id } })),
    onSuccess(vouch) {
      putVouch(queries, owner, vouch);
      toast({ title: texts.restored, about: aboutVouch(vouch.id) });
    },
    onError: (error, { id }) => showNotRestored(texts.restoreFailed, error, aboutVouch(id)),
  });
  return useMutation({
    scope,
    async mutationFn({ id }: Vouch) {
      try {
        await withRetries(() => call('DELETE /api/vouches/:id', { params: { id } }));
      } catch (error) {
        // It was deleted in another window.
        if (!hasCode(error, 'not_found')) throw error;
      }
    },
    async onMutate({ id }) {
      await queries.cancelQueries({ queryKey: vouchesQuery(owner).queryKey });
      dismissToastsAbout(aboutVouch(id));
      dropVouch(queries, owner, id);
    },
    onSuccess: (_, vouch) =>
      void showUndoToast({
        title: texts.deleted,
        description: vouch.project_name,
        about: aboutVouch(vouch.id),
        onUndo: () => restore.mutate(vouch),
      }),
    onError(error, vouch) {
      putVouch(queries, owner, vouch);
      showFailed(texts.deleteFailed, error, aboutVouch(vouch.id));
    },
  });
}

/** Removes a file of a vouch that is not verified. */
export function useRemoveFile(owner: Scope) {
  const queries = useQueryClient();
  const restore = useMutation({
    scope,
    mutationFn: ({ id }: VouchFile) =>
      withRetries(() => call('POST /api/vouch_files/:id/restore', { params: { id } })),
    onSuccess(restored) {
      const { id, vouch_id, file_name } = restored;
      queries.setQueryData(
        vouchesQuery(owner).queryKey,
        (data) => data && withFiles(data, vouch_id, (files) => withFile(files, restored)),
      );
      toast({ title: fileTexts.restored, description: file_name, about: aboutFile(id) });
    },
    onError(error, { id }) {
      showNotRestored(fileTexts.restoreFailed, error, aboutFile(id));
      if (!isUnreachable(error)) void reloadVouches(queries, owner);
    },
  });
  return useMutation({
    scope,
    async mutationFn({ id }: VouchFile) {
      try {
        await withRetries(() => call('DELETE /api/vouch_files/:id', { params: { id } }));
      } catch (error) {
        if (!hasCode(error, 'not_found')) throw error;
      }
    },
    onSuccess(_, file) {
      const { id, vouch_id, file_name } = file;
      const { queryKey } = vouchesQuery(owner);
      queries.setQueryData(
        queryKey,
        (data) => data && withFiles(data, vouch_id, (files) => files.filter((file) => file.id !== id)),
      );
      showUndoToast({
        title: fileTexts.removed,
        description: file_name,
        about: aboutFile(id),
        onUndo: () => restore.mutate(file),
      });
    },
    onError(error, { id }) {
      showFailed(fileTexts.removeFailed, error, aboutFile(id));
      if (!isUnreachable(error)) void reloadVouches(queries, owner);
    },
  });
}
