// Deletes without confirmation: the entry disappears immediately, and its own toast offers Undo for 10 seconds (R-B2).
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { hasCode } from '#platform/http/client.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { CheckIn } from '../../contract.ts';
import { deleteTexts } from '../../delete-texts.ts';
import {
  addOwnRow,
  countRow,
  pauseLiveUpdates,
  cacheEntry,
  putRow,
  recount,
} from '../queries/check-in-changes.ts';
import { binQuery, call } from '../queries/check-in-queries.ts';
import { say } from '../announcement.ts';
import { startOf } from '#platform/reader/formats.ts';
import { withRetries } from '#platform/http/retries.ts';
import { removeRow } from './remove-row.ts';
import { focusNeighbor, focusRow } from './row-motion.ts';

/** Removes the entry from the timeline and sends the delete. If that fails, the entry reappears. */
export async function deleteEntry(queries: QueryClient, scope: Scope, entry: CheckIn): Promise<void> {
  const release = pauseLiveUpdates(entry.id);
  const params = { id: entry.id };
  focusNeighbor(entry.id);
  countRow(queries, scope, entry, -1);
  const removed = removeRow(queries, scope, entry.id);
  const sent = withRetries(() => call('DELETE /api/check_ins/:id', { params }));

  async function undo() {
    const [result] = await Promise.allSettled([sent, removed]);
    if (result.status === 'fulfilled' && (await restoreEntry(queries, scope, result.value)))
      focusRow(entry.id);
  }
  const removeUndo = showUndoToast({
    title: deleteTexts.title,
    description: startOf(entry.content),
    about: entry.id,
    onUndo: () => void undo(),
  });

  try {
    cacheEntry(queries, scope, entry.id, await sent);
    void queries.invalidateQueries({ queryKey: binQuery(scope).queryKey });
  } catch (error) {
    removeUndo();
    await removed;
    // The entry was already purged, so it must not reappear.
    if (hasCode(error, 'not_found')) return;
    addOwnRow(queries, scope, entry);
    toast({
      title: deleteTexts.failed,
      description: deleteTexts.failedDetail,
      tone: 'danger',
      about: entry.id,
    });
  } finally {
    release();
    recount(queries, scope);
  }
}

/** Restores an entry from the bin. The page shows it immediately. Returns whether the server restored it. */
export async function restoreEntry(queries: QueryClient, scope: Scope, entry: CheckIn): Promise<boolean> {
  const release = pauseLiveUpdates(entry.id);
  addOwnRow(queries, scope, { ...entry, deleted_at: null });
  try {
    const params = { id: entry.id };
    putRow(queries, scope, await withRetries(() => call('POST /api/check_ins/:id/restore', { params })));
    say(deleteTexts.restored);
    dismissToastsAbout(entry.id);
    return true;
  } catch (error) {
    console.warn('An entry could not be restored.', error);
    countRow(queries, scope, entry, -1);
    await removeRow(queries, scope, entry.id);
    const { restoreFailed: title, restoreFailedDetail: description } = deleteTexts;
    toast({ title, description, tone: 'danger', about: entry.id });
    return false;
  } finally {
    release();
    recount(queries, scope);
    void queries.invalidateQueries({ queryKey: binQuery(scope).queryKey });
  }
}
