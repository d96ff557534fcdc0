import { useEffect, useRef, useState } from 'react';
import type { FormatId } from '../../constants.ts';
import type { Options } from '../../read/found.ts';
import { ImportClient } from '../worker/import-client.ts';
import type { Preview } from '../worker/messages.ts';
import type { AddResult, InboxAddition } from './add-to-inbox.ts';

export type ImportState =
  | { at: 'start'; canceled: boolean }
  | { at: 'reading'; done: number; found: number }
  | { at: 'read'; preview: Preview; failed?: 'store' | 'space' }
  | { at: 'adding'; preview: Preview; done: number }
  | { at: 'added'; preview: Preview; result: AddResult; unreadable: number }
  | { at: 'failed' };

const noSpace = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

const loadAdding = () => import('./add-to-inbox.ts');

/** How long typing must pause before files are read again. */
const typingPauseMs = 500;

/** One import of a user or guest: reads files in a worker, and adds what it found to the inbox (R-O6). */
export function useImport({ owner, format }: { owner: string; format: FormatId }) {
  const [state, setState] = useState<ImportState>({ at: 'start', canceled: false });
  const client = useRef<ImportClient>(undefined);
  const pause = useRef<number>(undefined);

  function end() {
    clearTimeout(pause.current);
    client.current?.end();
    client.current = undefined;
  }
  // Leaving the page cancels, too.
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      client.current?.end();
      client.current = undefined;
    },
    [],
  );

  /** Reads the files, instead of what is being read. */
  async function read(files: File[], options: Options) {
    end();
    const reader = new ImportClient();
    client.current = reader;
    setState({ at: 'reading', done: 0, found: 0 });
    // So that adding needs no network. If that fails, adding tries it again.
    loadAdding().catch(() => undefined);
    try {
      const preview = await reader.read({ format, files, options }, ({ done, found }) => {
        if (client.current === reader) setState({ at: 'reading', done, found });
      });
      if (client.current === reader) setState({ at: 'read', preview });
    } catch {
      if (client.current === reader) setState({ at: 'failed' });
    }
  }

  /** Reads the files once the user stops typing. */
  function readSoon(files: File[], options: Options) {
    end();
    setState({ at: 'reading', done: 0, found: 0 });
    pause.current = window.setTimeout(() => void read(files, options), typingPauseMs);
  }

  /** Ends reading or adding. What was added so far is taken back. */
  function cancel() {
    if (state.at === 'adding') {
      // `addAll` takes back what it has added, and then says so.
      client.current = undefined;
      return;
    }
    end();
    setState({ at: 'start', canceled: true });
  }

  function endCanceled(reader: ImportClient) {
    reader.end();
    // Not if other files are being read by now.
    if (!client.current) setState({ at: 'start', canceled: true });
  }

  async function addAll(preview: Preview) {
    const reader = client.current;
    if (!reader) return;
    const isCurrent = () => client.current === reader;
    let inbox: InboxAddition | undefined;
    let done = 0;
    let unreadable = 0;
    setState({ at: 'adding', preview, done });
    try {
      inbox = new (await loadAdding()).InboxAddition(owner);
      while (done < preview.total && isCurrent()) {
        setState({ at: 'adding', preview, done });
        const taken = await reader.take(done);
        if (!isCurrent()) break;
        await inbox.add(taken.items);
        done += taken.items.length;
        unreadable += taken.unreadable;
      }
      if (!isCurrent()) {
        await inbox.undo();
        endCanceled(reader);
        return;
      }
      end();
      setState({ at: 'added', preview, result: inbox.result, unreadable: unreadable + inbox.result.leftOut });
    } catch (error) {
      await inbox?.undo();
      if (isCurrent()) setState({ at: 'read', preview, failed: noSpace(error) ? 'space' : 'store' });
      else endCanceled(reader);
    }
  }

  return { state, read, readSoon, cancel, addAll };
}
