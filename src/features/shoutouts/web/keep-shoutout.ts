// Adds a received shoutout to the user's log with one click.
import type { QueryClient } from '@tanstack/react-query';
import { startOf } from '#platform/reader/formats.ts';
import { addOwnRow, pauseLiveUpdates, recount } from '#features/check-ins/web/queries/check-in-changes.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { newId } from '#platform/clock/id.ts';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { putShoutout } from './shoutout-lists.ts';
import { call } from './shoutout-queries.ts';

/** Creates the entry, and shows the result in a toast. */
export async function keepShoutout(queries: QueryClient, scope: Scope, id: string): Promise<void> {
  const about = `keep ${id}`;
  const body = { check_in_id: newId() };
  const release = pauseLiveUpdates(body.check_in_id);
  try {
    const params = { id };
    const { shoutout, check_in: entry } = await withRetries(() =>
      call('POST /api/shoutouts/:id/keep', { params, body }),
    );
    addOwnRow(queries, scope, entry);
    putShoutout(queries, scope, shoutout);
    toast({ title: texts.keep.done, description: startOf(entry.content), about });
  } catch (error) {
    console.warn('A shoutout could not be kept.', error);
    toast({ title: texts.keep.failed, description: texts.keep.failedDetail, tone: 'danger', about });
  } finally {
    release();
    recount(queries, scope);
  }
}
