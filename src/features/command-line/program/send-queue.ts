import { Problem } from '#platform/http/client.ts';
import { entryTexts as texts } from '../entry-texts.ts';
import { oneLine } from './terminal.ts';
import type { Credentials } from './credentials.ts';
import { attachments, queued, remove, removeLeftovers, update, type Queued } from './queue.ts';
import { capture, explain, mayRecover } from './server.ts';

/** Below this age, an entry gets the server's time, because the clock of this machine may be ahead. */
const freshMs = 60_000;

/** `key`: of the queue. `id`: of the entry on the server. */
export type Sent = { key: string; id: string; url: string; created_at: string; problems: string[] };

const isOf =
  ({ url, email }: Credentials) =>
  (entry: Queued) =>
    entry.url === url && entry.email === email;

/** Entries of this account that wait, without those that the server refused. */
export const waitingFor = (credentials: Credentials): Queued[] =>
  queued()
    .filter(isOf(credentials))
    .filter(({ refusal }) => refusal === undefined);

/**
 * Sends one entry and deletes it from the queue. Undefined if another process has sent it meanwhile. Throws a `Problem`; an
 * entry that the server will never take is marked with the reason.
 */
async function sendEntry(credentials: Credentials, entry: Queued): Promise<Sent | undefined> {
  const files = attachments(entry);
  if (!files) return undefined;
  try {
    return await deliver(credentials, entry, files);
  } catch (error) {
    if (error instanceof Problem && !mayRecover(error) && ![401, 403].includes(error.status))
      update({ ...entry, refusal: explain(error).message });
    throw error;
  }
}

async function deliver(credentials: Credentials, entry: Queued, files: readonly File[]): Promise<Sent> {
  const { id, text, emoji, madeAt } = entry;
  const late = Date.now() - Date.parse(madeAt) > freshMs ? madeAt : undefined;
  const content = { text, ...(emoji !== undefined && { emoji }) };
  const post = (date: string | undefined) =>
    capture(credentials, id, { ...content, ...(date !== undefined && { date }) }, files);
  const made = await post(entry.date ?? late).catch((error: unknown) => {
    // The clock of this machine is ahead of the server's.
    if (entry.date === undefined && error instanceof Problem && error.code === 'invalid_date')
      return post(undefined);
    throw error;
  });
  remove(entry);
  const problems = made.files
    .filter(({ stored }) => !stored)
    .map(({ name, problem }) => oneLine(texts.fileProblem(name, problem?.title ?? texts.fileNotStored)));
  return { key: id, id: made.id, url: made.url, created_at: made.created_at, problems };
}

/**
 * Sends what waits, oldest first, until the server cannot be reached or wants a pause. Returns how many were sent, and why
 * it stopped.
 */
export async function sendQueue(credentials: Credentials): Promise<{ sent: Sent[]; stopped?: Problem }> {
  removeLeftovers(Date.now());
  const sent: Sent[] = [];
  for (const entry of waitingFor(credentials)) {
    try {
      const result = await sendEntry(credentials, entry);
      if (result) sent.push(result);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (mayRecover(error) || [401, 403].includes(error.status)) return { sent, stopped: error };
    }
  }
  return { sent };
}
