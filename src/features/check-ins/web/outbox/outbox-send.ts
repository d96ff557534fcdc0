// Sends one entry: writes it, uploads its files, and adds it to the timeline. The client creates the ids, so sending it
// twice is harmless.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { toastWithReason } from '#features/accounts/web/refusals.ts';
import { hasCode, isClientError, messageOf } from '#platform/http/client.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { texts } from '../../texts.ts';
import { withArrived } from '../queries/check-in-cache.ts';
import { addOwnRow, loadedRow, putFile, wasDeleted } from '../queries/check-in-changes.ts';
import { call } from '../queries/check-in-queries.ts';
import { say } from '../announcement.ts';
import { withFiles, type Draft } from '../drafts/drafts.ts';
import { filesOf, underNewId } from '../drafts/ready-draft.ts';
import { fromLocalField } from '../drafts/local-date.ts';
import { shareBody } from '../drafts/share-request.ts';
import { newestRow } from './newest-row.ts';
import { changeSave, changeSaveDraft, dropSave, findSave, showProgress } from './outbox-store.ts';
import { queueUploads, uploadQueued } from '../files/upload-queue.ts';
import { canRetryLater, withRetries } from '#platform/http/retries.ts';
import { savedForMs, steps, uploadProgress } from './progress.ts';
import { showSaved } from './saved-toasts.ts';
import { uploads } from '../files/upload.ts';

const frameMs = 16;

/** 'not_sent': another tab is sending it, or it was discarded. */
export type Outcome = 'written' | 'waits' | 'refused' | 'not_sent';

/** `late`: it was queued, so it gets one attempt and is dated when it was saved. `quiet`: no toast says that it is saved. */
type Manner = { late: boolean; quiet?: boolean };

/**
 * Sends a save. Resolves when it is written, or with the reason why it is not. Only one tab of the browser sends it.
 */
export function send(queries: QueryClient, scope: Scope, draft: Draft, manner: Manner): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const work = withTabLock(`send-${draft.id}`, 'skip', async () => {
      const { outcome, sent, row } = await write(draft, manner.late);
      resolve(outcome);
      if (!row) return;
      const saved = await finish(queries, scope, sent, row);
      if (!manner.quiet) showSaved(queries, scope, saved);
    });
    // Has no effect if `work` ran. Otherwise another tab is sending it.
    work.then(() => resolve('not_sent'), reject);
  });
}

type Written = { outcome: Outcome; sent: Draft; row?: CheckIn };

async function write(saved: Draft, late: boolean): Promise<Written> {
  let draft = await withFiles(saved);
  changeSaveDraft(saved.id, draft);
  if (!late) changeSave(draft.id, { state: 'sending', progress: steps.writing });
  for (let attempts = 0; ; attempts++) {
    const sent = draft;
    // Discarded in the meantime.
    if (!findSave(sent.id)) return { outcome: 'not_sent', sent };
    try {
      const row = await (late ? post(sent, true) : withRetries(() => post(sent, false)));
      return { outcome: 'written', sent, row };
    } catch (error) {
      const next = attempts < 3 ? fixedDraft(sent, error, late) : undefined;
      if (!next) return { outcome: settle(sent, error), sent };
      changeSaveDraft(sent.id, next);
      draft = next;
    }
  }
}

function post(draft: Draft, late: boolean): Promise<CheckIn> {
  const at = fromLocalField(draft.date)?.toISOString() ?? (late ? draft.savedAt : undefined);
  return call('POST /api/check_ins', {
    body: {
      id: draft.id,
      content: draft.content,
      emoji: draft.emoji,
      ...(at && { created_at: at }),
      files: filesOf(draft),
      ...shareBody(draft.share),
    },
  });
}

/** The draft to send instead, if the refusal can be fixed without the user. */
function fixedDraft(draft: Draft, error: unknown, late: boolean): Draft | undefined {
  // Another tab had this draft open and sent a different version: this one becomes a separate entry.
  if (hasCode(error, 'id_taken')) return underNewId(draft);
  // The browser's clock is ahead: the entry is dated when the server receives it.
  if (hasCode(error, 'invalid_date') && late && !draft.date && draft.savedAt)
    return { ...draft, savedAt: undefined };
  return undefined;
}

function settle(draft: Draft, error: unknown): Outcome {
  if (canRetryLater(error)) {
    changeSave(draft.id, { state: 'waiting', progress: 0 });
    return 'waits';
  }
  const { title, description } = whyNot(error);
  toast({ title, ...(description && { description }), tone: 'danger', about: draft.id });
  const reason = description || (title === texts.saveFailed ? '' : title);
  const code = isClientError(error) ? error.code : '';
  changeSave(draft.id, { state: 'refused', progress: 0, reason, code });
  return 'refused';
}

/** The server's sentences about input that it refused. Otherwise, our own message is more helpful. */
function whyNot(error: unknown): { title: string; description?: string | undefined } {
  if (isClientError(error) && error.code !== 'unknown') return toastWithReason(texts.saveFailed)(error);
  const isFull = hasCode(error, 'disk_full', 'storage_full', 'storage_closed');
  return { title: texts.saveFailed, description: isFull ? messageOf(error) : undefined };
}

async function finish(queries: QueryClient, scope: Scope, draft: Draft, row: CheckIn): Promise<CheckIn> {
  const toUpload = draft.files.filter(({ id }) => row.missing_files.some((missing) => missing.id === id));
  queueUploads(scope.userId, row.id, toUpload);
  changeSave(draft.id, { state: 'sending', progress: steps.written });
  const saved = await uploadFiles(queries, scope, draft, toUpload, row);
  for (const progress of [steps.shoutout, steps.notified, steps.done]) {
    showProgress(draft.id, progress);
    await nextPaint();
  }
  setTimeout(() => {
    if (!wasDeleted(saved.id))
      addOwnRow(queries, scope, newestRow(loadedRow(queries, scope, saved.id), saved));
    dropSave(draft.id);
  }, savedForMs);
  return saved;
}

/** Waits for a paint. Uses a timer, because a page in the background paints no frames. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, frameMs));
}

/** Uploads the missing files and returns the updated entry. A failed file does not stop the others. */
async function uploadFiles(
  queries: QueryClient,
  { userId }: Scope,
  draft: Draft,
  toUpload: Draft['files'],
  row: CheckIn,
): Promise<CheckIn> {
  const done = new Set<string>();
  const lost: string[] = [];
  const end = uploads.subscribe(() => {
    const { byId } = uploads.get();
    const sent = toUpload.map(({ id, file }) => ({
      size: file.size,
      sent: done.has(id) ? file.size : (byId[id]?.sent ?? 0),
    }));
    // A failed file restarts at zero, but the progress never goes back.
    const before = findSave(draft.id)?.progress ?? 0;
    showProgress(draft.id, Math.max(before, uploadProgress(sent)));
  });
  await Promise.all(
    toUpload.map(async ({ id, file }) => {
      try {
        putFile(queries, await uploadQueued(userId, row.id, { id, file }));
        row = withArrived(row, id);
      } catch (error) {
        console.warn(`${file.name} was not uploaded.`, error);
        lost.push(file.name);
      }
      done.add(id);
    }),
  );
  end();
  if (lost.length > 0) say(lost.map((name) => outboxTexts.missing.failed(name)).join(' '));
  return row;
}
