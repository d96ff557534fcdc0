// Uploads the files of vouches one by one. Files that are not on the server yet are kept in this browser, and sent after
// a reload.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import {
  fileInfos,
  parseFileInfos,
  persistFiles,
  readFiles,
  type AttachedFile,
} from '#platform/drafts/persisted-files.ts';
import { retryWhileBusy } from '#features/check-ins/web/files/upload.ts';
import { withRetries } from '#platform/http/retries.ts';
import { stash } from '#platform/tabs/stash.ts';
import { hasCode, messageOf } from '#platform/http/client.ts';
import { isFileRefused, uploadForm } from '#platform/http/upload.ts';
import { createStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import type { VouchFile } from '../contract.ts';
import { fileTexts } from '../form-texts.ts';
import { withFile, withFiles } from './vouch-pages.ts';
import { reloadVouches, vouchesQuery } from './vouch-queries.ts';

export type VouchUpload = AttachedFile & {
  vouchId: string;
  /** Bytes. */
  sent: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  reason: string | undefined;
  /** The server would refuse the same file again. */
  isRefused?: boolean;
};

type Uploads = { userId: string; list: readonly VouchUpload[] };
export const vouchUploads = createStore<Uploads>({ userId: '', list: [] });

const stored = stash('vouch-uploads');
let running = false;

let resumedFor = '';

function startFor(userId: string): void {
  if (vouchUploads.get().userId !== userId) vouchUploads.set({ userId, list: [] });
}

/** Sends what an earlier page left. */
export async function resumeVouchUploads(queries: QueryClient, scope: Scope): Promise<void> {
  const { userId } = scope;
  if (resumedFor === userId) return;
  resumedFor = userId;
  startFor(userId);
  for (const [vouchId, value] of stored.read(userId)) {
    const files = await readFiles(parseFileInfos((value as { files?: unknown } | null)?.files));
    if (vouchUploads.get().userId === userId) uploadVouchFiles(queries, scope, vouchId, files);
  }
}

/** Uploads files of a saved vouch. */
export function uploadVouchFiles(
  queries: QueryClient,
  scope: Scope,
  vouchId: string,
  files: AttachedFile[],
): void {
  startFor(scope.userId);
  const { list } = vouchUploads.get();
  const added = files
    .filter(({ id }) => !list.some((other) => other.id === id))
    .map((file) => ({ ...file, vouchId, sent: 0, state: 'waiting' as const, reason: undefined }));
  put([...list, ...added]);
  void run(queries, scope);
}

export function retryUpload(queries: QueryClient, scope: Scope, id: string): void {
  change(id, { state: 'waiting', sent: 0, reason: undefined });
  void run(queries, scope);
}

export function forgetUpload(id: string): void {
  put(vouchUploads.get().list.filter((upload) => upload.id !== id));
}

async function run(queries: QueryClient, scope: Scope): Promise<void> {
  if (running) return;
  running = true;
  addEventListener('beforeunload', askBeforeLeaving);
  try {
    for (;;) {
      const next = vouchUploads.get().list.find(({ state }) => state === 'waiting');
      if (!next) return;
      await send(queries, scope, next);
    }
  } finally {
    running = false;
    removeEventListener('beforeunload', askBeforeLeaving);
  }
}

async function send(queries: QueryClient, scope: Scope, { id, vouchId, file }: VouchUpload): Promise<void> {
  const form = new FormData();
  form.set('vouch_id', vouchId);
  form.set('id', id);
  form.set('file', file, file.name);
  const attempt = () => {
    change(id, { state: 'sending', sent: 0 });
    return uploadForm<VouchFile>('/api/storage/vouch-files', form, (sent) => change(id, { sent }));
  };
  try {
    const added = await retryWhileBusy(
      () => withRetries(attempt),
      () => change(id, { state: 'waiting' }),
    );
    forgetUpload(id);
    queries.setQueryData(
      vouchesQuery(scope).queryKey,
      (data) => data && withFiles(data, vouchId, (files) => withFile(files, added)),
    );
  } catch (error) {
    console.warn(`${file.name} could not be uploaded.`, error);
    // The vouch was deleted, or the file removed in another window after it had arrived.
    if (hasCode(error, 'not_found')) forgetUpload(id);
    else if (hasCode(error, 'vouch_closed')) {
      // That cannot change: sending the file again would fail each time.
      forgetUpload(id);
      toast({ title: fileTexts.notSent, description: fileTexts.closed(file.name), tone: 'danger' });
      void reloadVouches(queries, scope);
    } else {
      const reason = messageOf(error) ?? fileTexts.failed;
      change(id, { state: 'failed', sent: 0, reason, isRefused: isFileRefused(error) });
    }
  }
}

function change(id: string, to: Partial<VouchUpload>): void {
  const { list } = vouchUploads.get();
  vouchUploads.set({ list: list.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)) });
}

/** Updates the store and the copy in the browser. */
function put(list: readonly VouchUpload[]): void {
  vouchUploads.set({ list });
  const { userId } = vouchUploads.get();
  const filesOf = (id: string) => list.filter(({ vouchId }) => vouchId === id);
  stored.write(
    userId,
    [...new Set(list.map(({ vouchId }) => vouchId))].map((id) => [id, { files: fileInfos(filesOf(id), []) }]),
  );
  persistFiles(userId, 'vouch-uploads', [...list], []);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
