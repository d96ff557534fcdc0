import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { guestId } from '#features/guest/constants.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import { ImportClient } from '../worker/import-client.ts';
import type { ArchiveResult } from '../archive/add-archive.ts';
import type { ArchiveCounts, ArchivePlan } from '../archive/archive-items.ts';

export type ArchiveState =
  | { at: 'start' }
  | { at: 'reading'; rows: number }
  | { at: 'read'; plan: ArchivePlan }
  | { at: 'adding'; plan: ArchivePlan; done: ArchiveCounts; isWaiting: boolean }
  | { at: 'added'; plan: ArchivePlan; result: ArchiveResult; ended: 'all' | 'canceled' }
  /** What was added so far stays. */
  | { at: 'stopped'; plan: ArchivePlan }
  | { at: 'failed' };

const loadAdding = () => import('../archive/add-archive.ts');

/** One import of an archive by a user or guest: reads it in a worker, and adds it once the user says so (R-O1). */
export function useArchive(owner: string) {
  const queries = useQueryClient();
  const [state, setState] = useState<ArchiveState>({ at: 'start' });
  const client = useRef<ImportClient>(undefined);
  // Leaving the page cancels, too.
  useEffect(
    () => () => {
      client.current?.end();
      client.current = undefined;
    },
    [],
  );

  function end() {
    client.current?.end();
    client.current = undefined;
  }

  async function read(files: File[]) {
    end();
    const reader = new ImportClient();
    client.current = reader;
    const isCurrent = () => client.current === reader;
    setState({ at: 'reading', rows: 0 });
    // So that adding starts without delay. If that fails, adding tries it again.
    loadAdding().catch(() => undefined);
    try {
      const plan = await reader.plan(files, ({ found }) => {
        if (isCurrent()) setState({ at: 'reading', rows: found });
      });
      if (isCurrent()) setState({ at: 'read', plan });
    } catch {
      if (isCurrent()) setState({ at: 'failed' });
    }
  }

  /** Ends reading, or adding after the request in flight. */
  function cancel() {
    if (state.at === 'reading') {
      end();
      setState({ at: 'start' });
    } else client.current = undefined;
  }

  async function addAll(plan: ArchivePlan) {
    const reader = client.current;
    if (!reader) return;
    let done: ArchiveCounts = { entries: 0, goals: 0, files: 0, records: 0 };
    setState({ at: 'adding', plan, done, isWaiting: false });
    const isCanceled = () => client.current !== reader;
    try {
      const { addArchive } = await loadAdding();
      // Two tabs with the same archive would upload each file twice.
      const result = await withTabLock('archive-import', 'wait', () =>
        addArchive({
          ...{ owner, isGuest: owner === guestId, origin: plan.instance, here: location.origin },
          source: reader,
          onProgress(now, isWaiting) {
            done = now;
            if (!isCanceled()) setState({ at: 'adding', plan, done, isWaiting });
          },
          isCanceled,
        }),
      );
      setState({ at: 'added', plan, result, ended: isCanceled() ? 'canceled' : 'all' });
    } catch (error) {
      console.warn('The import stopped.', error);
      setState({ at: 'stopped', plan });
    } finally {
      reader.end();
      client.current = undefined;
      void queries.invalidateQueries();
    }
  }

  return { state, read, cancel, addAll };
}
