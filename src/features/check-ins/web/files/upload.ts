// Uploads files, two at a time.
import { hasCode, isHandledLocally, messageOf } from '#platform/http/client.ts';
import { isFileRefused, uploadForm } from '#platform/http/upload.ts';
import { createStore, useStore } from '#ui/store.ts';
import type { LogFile } from '../../contract.ts';
import { call } from '../queries/check-in-queries.ts';
import { withRetries } from '#platform/http/retries.ts';

const maxConcurrent = 2;
const url = '/api/storage/log-files';
const operation = `POST ${url}` as const;

export type Upload = {
  checkInId: string;
  file: File;
  /** Bytes sent so far. */
  sent: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  reason: string | undefined;
  /** The server would refuse the same file again. */
  isRefused?: boolean;
};

/** Uploads in progress and failed ones, by file id. A failed upload keeps the file for Retry (R-B4). */
export const uploads = createStore<{ byId: Record<string, Upload> }>({ byId: {} });

export function useUpload(fileId: string): Upload | undefined {
  return useStore(uploads, ({ byId }) => byId[fileId]);
}

let running = 0;
const waiting: (() => void)[] = [];

/** Uploads a file of a saved entry. Idempotent. On failure, throws `Problem` and keeps the file for Retry. */
export async function upload(checkInId: string, fileId: string, file: File): Promise<LogFile> {
  change(fileId, { checkInId, file, sent: 0, state: 'waiting', reason: undefined });
  await acquireSlot();
  try {
    const attempt = () => {
      change(fileId, { checkInId, file, sent: 0, state: 'sending', reason: undefined });
      return send(checkInId, fileId, file, (sent) => {
        change(fileId, { checkInId, file, sent, state: 'sending', reason: undefined });
      });
    };
    const stored = await retryWhileBusy(
      () => withRetries(attempt),
      () => change(fileId, { checkInId, file, sent: 0, state: 'waiting', reason: undefined }),
    );
    forgetUpload(fileId);
    return stored;
  } catch (error) {
    const reason = messageOf(error);
    const isRefused = isFileRefused(error);
    change(fileId, { checkInId, file, sent: 0, state: 'failed', reason, isRefused });
    throw error;
  } finally {
    running--;
    waiting.shift()?.();
  }
}

export function forgetUpload(fileId: string): void {
  const { [fileId]: _, ...byId } = uploads.get().byId;
  store(byId);
}

async function acquireSlot(): Promise<void> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
}

/** Retries for about a minute while other tabs use up the user's limit of parallel uploads. */
export async function retryWhileBusy<Result>(
  attempt: () => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!hasCode(error, 'too_many_uploads') || attempts === 30) throw error;
      onWait();
      const seconds = error.retryAfter ?? 2;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}

function change(fileId: string, to: Upload): void {
  store({ ...uploads.get().byId, [fileId]: to });
}

/** Updates the store. The browser asks for confirmation before leaving only while uploads are in progress. */
function store(byId: Record<string, Upload>): void {
  uploads.set({ byId });
  const busy = Object.values(byId).some(({ state }) => state !== 'failed');
  if (busy) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function send(checkInId: string, id: string, file: File, onSent: (bytes: number) => void): Promise<LogFile> {
  const form = new FormData();
  form.set('check_in_id', checkInId);
  form.set('id', id);
  form.set('file', file, file.name);
  if (isHandledLocally(operation)) return call(operation, { form });
  return uploadForm(url, form, onSent);
}
