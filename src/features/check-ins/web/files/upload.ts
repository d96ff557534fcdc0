// Uploads, two at a time, by XMLHttpRequest: fetch does not tell how much has been sent.
import { isAnsweredLocally, offlineProblem, Problem, problemFrom } from '#platform/http/client.ts';
import { createStore, useStore } from '#ui/store.ts';
import type { LogFile } from '../../contract.ts';
import { call } from '../queries/check-in-queries.ts';
import { untilAnswered } from '../queries/until-answered.ts';

const atOnce = 2;
const address = '/api/storage/log-files';
const operation = `POST ${address}` as const;

export type Upload = {
  checkInId: string;
  file: File;
  /** Bytes that have left. */
  sent: number;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  reason: string | undefined;
};

/** Files on their way and those that failed, by file id; a failed one keeps its bytes for Retry (R-B4). */
export const uploads = createStore<{ byId: Record<string, Upload> }>({ byId: {} });

export function useUpload(fileId: string): Upload | undefined {
  return useStore(uploads, ({ byId }) => byId[fileId]);
}

let running = 0;
const waiting: (() => void)[] = [];

/** Uploads a file of an entry that stands already; safe to repeat. Throws `Problem` and keeps the file for Retry. */
export async function upload(checkInId: string, fileId: string, file: File): Promise<LogFile> {
  change(fileId, { checkInId, file, sent: 0, state: 'waiting', reason: undefined });
  await turn();
  try {
    const attempt = () => {
      change(fileId, { checkInId, file, sent: 0, state: 'sending', reason: undefined });
      return send(checkInId, fileId, file, (sent) => {
        change(fileId, { checkInId, file, sent, state: 'sending', reason: undefined });
      });
    };
    const stored = await retryWhileBusy(
      () => untilAnswered(attempt),
      () => change(fileId, { checkInId, file, sent: 0, state: 'waiting', reason: undefined }),
    );
    forgetUpload(fileId);
    return stored;
  } catch (error) {
    const reason = error instanceof Problem ? (error.detail ?? error.title) : undefined;
    change(fileId, { checkInId, file, sent: 0, state: 'failed', reason });
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

async function turn(): Promise<void> {
  if (running >= atOnce) await new Promise<void>((go) => waiting.push(go));
  running++;
}

/** Other windows may have as many files on their way as one person may: waits for a place, for a minute or so. */
async function retryWhileBusy<Answer>(attempt: () => Promise<Answer>, onWait: () => void): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'too_many_uploads' || tries === 30) throw error;
      onWait();
      const seconds = error.retryAfter ?? 2;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}

function change(fileId: string, to: Upload): void {
  store({ ...uploads.get().byId, [fileId]: to });
}

/** Leaving is questioned only while bytes are under way. */
function store(byId: Record<string, Upload>): void {
  uploads.set({ byId });
  const busy = Object.values(byId).some((one) => one.state !== 'failed');
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
  if (isAnsweredLocally(operation)) return call(operation, { form });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(problemFrom(request.status, request.responseText));
        return;
      }
      try {
        resolve(JSON.parse(request.responseText) as LogFile);
      } catch {
        reject(problemFrom(request.status, ''));
      }
    };
    request.onerror = request.onabort = request.ontimeout = () => reject(offlineProblem());
    request.send(form);
  });
}
