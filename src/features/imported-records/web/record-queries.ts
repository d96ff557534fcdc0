// The queries for what other instances recorded, and changes of it.
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { hasCode, client } from '#platform/http/client.ts';
import { shouldRetry, withRetries } from '#platform/http/retries.ts';
import { toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { RecordKind } from '../constants.ts';
import type { ImportedRecord, operations } from '../contract.ts';
import { recordTexts as texts } from '../texts.ts';

const call = client<typeof operations>();

/** The user's records of a kind, newest first. */
export function recordsQuery(userId: string, kind: RecordKind) {
  return infiniteQueryOptions({
    queryKey: ['imported records', userId, kind] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/imported_records',
        { query: { kind, ...(pageParam !== undefined && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    retry: shouldRetry,
  });
}

const scope = { id: 'imported records' };
const aboutRecord = (id: string) => `record ${id}`;

/** Deletes a record, with Undo. `onChange`: the number of records may have changed. */
export function useDeleteRecord(userId: string, kind: RecordKind, onChange: () => void) {
  const queries = useQueryClient();
  const { queryKey } = recordsQuery(userId, kind);
  async function reload() {
    onChange();
    await queries.invalidateQueries({ queryKey });
  }
  const restore = useMutation({
    scope,
    mutationFn: ({ origin, original_id, record }: ImportedRecord) =>
      withRetries(() =>
        call('POST /api/imported_records', { body: { records: [{ kind, origin, original_id, record }] } }),
      ),
    async onSuccess(_, { id }) {
      await reload();
      toast({ title: texts.restored, about: aboutRecord(id) });
    },
    onError: (_, { id }) => toast({ title: texts.restoreFailed, tone: 'danger', about: aboutRecord(id) }),
  });
  return useMutation({
    scope,
    async mutationFn({ id }: ImportedRecord) {
      try {
        await withRetries(() => call('DELETE /api/imported_records/:id', { params: { id } }));
      } catch (error) {
        // It was deleted in another window.
        if (!hasCode(error, 'not_found')) throw error;
      }
    },
    async onSuccess(_, record) {
      await reload();
      showUndoToast({
        title: texts.deleted,
        about: aboutRecord(record.id),
        onUndo: () => restore.mutate(record),
      });
    },
    onError: (_, { id }) => toast({ title: texts.deleteFailed, tone: 'danger', about: aboutRecord(id) }),
  });
}
