// Sends saved entries: writes each, uploads its files, and adds it to the timeline.
import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { toastWithReason } from '#features/accounts/web/refusals.ts';
import { hasCode, isClientError, messageOf } from '#platform/http/client.ts';
import { outbox } from '#platform/outbox/outbox.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { texts } from '../../texts.ts';
import { withArrived } from '../queries/check-in-cache.ts';
import { addOwnRow, loadedRow, putFile, wasDeleted } from '../queries/check-in-changes.ts';
import { call } from '../queries/check-in-queries.ts';
import { say } from '../announcement.ts';
import { filesOf, renewed, type Draft } from '../drafts/drafts.ts';
import { fromLocalField } from '../drafts/local-date.ts';
import { shareBody } from '../drafts/share-request.ts';
import { resumeUploads } from '../files/resume-uploads.ts';
import { entryQueue, type Save } from './entry-queue.ts';
import { newestRow } from './newest-row.ts';
import { notifyOfMoreWaiting } from './notify-waiting.ts';
import { queueUploads, uploadQueued } from '../files/upload-queue.ts';
import { savedForMs, steps, uploadProgress } from './progress.ts';
import { showSaved } from './saved-toasts.ts';
import { uploads } from '../files/upload.ts';

const frameMs = 16;

/** `quiet`: no toast says that the entry is saved. */
type Page = { queries: QueryClient; scope: Scope; quiet?: boolean };

export const entryOutbox = outbox<Draft, Page, CheckIn>({
  queue: entryQueue,
  deliver: post,
  fixed: fixedDraft,
  complete,
  refused,
  async afterRound({ queries, scope }) {
    notifyOfMoreWaiting();
    await resumeUploads(queries, scope);
  },
});

function post(draft: Draft, _: Page, late: boolean): Promise<CheckIn> {
  entryQueue.showProgress(draft.id, steps.writing);
  const at = fromLocalField(draft.date)?.toISOString() ?? (late ? draft.savedAt : undefined);
  return call('POST /api/check_ins', {
    body: {
      id: draft.id,
      content: draft.content,
      emoji: draft.emoji,
      ...(at && { created_at: at }),
      files: filesOf(draft),
      ...(draft.source && { source: draft.source }),
      ...shareBody(draft.share),
    },
  });
}

/** The draft to send instead, if the refusal can be fixed without the user. */
function fixedDraft(draft: Draft, error: unknown, late: boolean): Draft | undefined {
  // Another tab had this draft open and sent a different version: this one becomes a separate entry.
  if (hasCode(error, 'id_taken')) return renewed(draft);
  // The browser's clock is ahead: the entry is dated when the server receives it.
  if (hasCode(error, 'invalid_date') && late && !draft.date && draft.savedAt)
    return { ...draft, savedAt: undefined };
  return undefined;
}

function refused(draft: Draft, error: unknown): Pick<Save, 'reason' | 'code'> {
  const { title, description } = whyNot(error);
  toast({ title, ...(description && { description }), tone: 'danger', about: draft.id });
  const reason = description || (title === texts.saveFailed ? '' : title);
  return { reason, code: isClientError(error) ? error.code : '' };
}

/** The server's sentences about input that it refused. Otherwise, our own message is more helpful. */
function whyNot(error: unknown): { title: string; description?: string | undefined } {
  if (isClientError(error) && error.code !== 'unknown') return toastWithReason(texts.saveFailed)(error);
  const isFull = hasCode(error, 'disk_full', 'storage_full', 'storage_closed');
  return { title: texts.saveFailed, description: isFull ? messageOf(error) : undefined };
}

/** Uploads its files, and adds it to the timeline. */
async function complete(draft: Draft, row: CheckIn, { queries, scope, quiet }: Page): Promise<void> {
  const toUpload = draft.files.filter(({ id }) => row.missing_files.some((missing) => missing.id === id));
  queueUploads(scope.userId, row.id, toUpload);
  entryQueue.showProgress(draft.id, steps.written);
  const saved = await uploadFiles(queries, scope, draft, toUpload, row);
  for (const progress of [steps.shoutout, steps.notified, steps.done]) {
    entryQueue.showProgress(draft.id, progress);
    await pause(frameMs);
  }
  if (!quiet) showSaved(queries, scope, saved);
  await pause(savedForMs);
  if (!wasDeleted(saved.id)) addOwnRow(queries, scope, newestRow(loadedRow(queries, scope, saved.id), saved));
}

/** Also lets the page paint. A timer, because a page in the background paints no frames. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
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
    const before = entryQueue.find(draft.id)?.progress ?? 0;
    entryQueue.showProgress(draft.id, Math.max(before, uploadProgress(sent)));
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
