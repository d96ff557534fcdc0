// One entry on its way: written, its files uploaded, then a row of the timeline. The ids were made here, so that sending
// twice does no harm.
import type { QueryClient } from '@tanstack/react-query';
import { guestId } from '#features/guest/contract.ts';
import { Problem } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { CheckIn } from '../../contract.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { texts } from '../../texts.ts';
import { withArrived } from '../queries/check-in-cache.ts';
import { addOwnRow, putFile } from '../queries/check-in-changes.ts';
import { call, type Scope } from '../queries/check-in-queries.ts';
import { say } from '../compose/composer.ts';
import { withFiles, type Draft } from '../compose/drafts.ts';
import { filesOf, underNewId } from '../compose/ready-draft.ts';
import { fromLocalField } from '../compose/local-date.ts';
import { onlyHere } from './only-here.ts';
import { changeSave, changeSaveDraft, dropSave, findSave, showProgress } from './outbox-list.ts';
import { queueUploads, uploadQueued } from '../files/owed-files.ts';
import { canWait, untilAnswered } from '../queries/until-answered.ts';
import { savedForMs, steps, uploadProgress } from './progress.ts';
import { uploads } from '../files/upload.ts';

const frameMs = 16;

export type Outcome = 'written' | 'waits' | 'refused' | 'elsewhere';

/**
 * Sends a save; resolves when it is written, or when it is known why not. `late`: it has waited, so it is tried once, and
 * stands under the moment it was saved. Only one window of the browser sends it.
 */
export function send(queries: QueryClient, scope: Scope, draft: Draft, late: boolean): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const work = onlyHere(`send-${draft.id}`, async () => {
      const { outcome, sent, row } = await write(draft, late);
      resolve(outcome);
      if (row) await finish(queries, scope, sent, row);
    });
    // Another window is at it, or all is done.
    work.then(() => resolve('elsewhere'), reject);
  });
}

type Written = { outcome: Outcome; sent: Draft; row?: CheckIn };

async function write(saved: Draft, late: boolean): Promise<Written> {
  let draft = await withFiles(saved);
  changeSaveDraft(saved.id, draft);
  if (!late) changeSave(draft.id, { state: 'sending', progress: steps.writing });
  for (let tries = 0; ; tries++) {
    const sent = draft;
    // Given up in the meantime.
    if (!findSave(sent.id)) return { outcome: 'elsewhere', sent };
    try {
      const row = await (late ? post(sent, true) : untilAnswered(() => post(sent, false)));
      return { outcome: 'written', sent, row };
    } catch (error) {
      const next = tries < 3 ? fixedDraft(sent, error, late) : undefined;
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
    },
  });
}

/** What can be sent instead of something that was refused for a reason that the person need not know of. */
function fixedDraft(draft: Draft, error: unknown, late: boolean): Draft | undefined {
  const code = error instanceof Problem ? error.code : undefined;
  // Another window had this draft open and sent it in other words: this one becomes an entry of its own.
  if (code === 'id_taken') return underNewId(draft);
  // A clock that runs ahead: the entry stands under the moment of its arrival.
  if (code === 'invalid_date' && late && !draft.date && draft.savedAt)
    return { ...draft, savedAt: undefined };
  return undefined;
}

/** Refusals, and a browser or server that is full: their words help the person more than ours. */
function hasUsefulMessage({ status }: Problem): boolean {
  return (status >= 400 && status < 500) || status === 507;
}

function settle(draft: Draft, error: unknown): Outcome {
  if (canWait(error)) {
    changeSave(draft.id, { state: 'waiting', progress: 0 });
    return 'waits';
  }
  const reason = error instanceof Problem && hasUsefulMessage(error) ? (error.detail ?? error.title) : '';
  toast({ title: texts.saveFailed, ...(reason && { description: reason }), tone: 'danger', about: draft.id });
  changeSave(draft.id, { state: 'refused', progress: 0, reason });
  return 'refused';
}

async function finish(queries: QueryClient, scope: Scope, draft: Draft, row: CheckIn): Promise<void> {
  const due = draft.files.filter(({ id }) => row.missing_files.some((missing) => missing.id === id));
  queueUploads(scope.userId, row.id, due);
  changeSave(draft.id, { state: 'sending', progress: steps.written });
  const saved = await uploadFiles(queries, scope, draft, due, row);
  for (const progress of [steps.shoutout, steps.notified, steps.done]) {
    showProgress(draft.id, progress);
    await drawn();
  }
  const title = scope.userId === guestId ? texts.savedLocally : texts.saved;
  toast({ title, duration: savedForMs, about: draft.id });
  setTimeout(() => {
    addOwnRow(queries, scope, saved);
    dropSave(draft.id);
  }, savedForMs);
}

/** Until the step before can have been drawn; a timer, because a page in the background draws no frames. */
function drawn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, frameMs));
}

/** Uploads what has not arrived yet and gives the entry as it stands then. One lost file stops no other. */
async function uploadFiles(
  queries: QueryClient,
  { userId }: Scope,
  draft: Draft,
  due: Draft['files'],
  row: CheckIn,
): Promise<CheckIn> {
  const done = new Set<string>();
  const lost: string[] = [];
  const end = uploads.subscribe(() => {
    const { byId } = uploads.get();
    const sent = due.map(({ id, file }) => ({
      size: file.size,
      sent: done.has(id) ? file.size : (byId[id]?.sent ?? 0),
    }));
    // A failed file counts from nothing again; the card does not go back for it.
    const before = findSave(draft.id)?.progress ?? 0;
    showProgress(draft.id, Math.max(before, uploadProgress(sent)));
  });
  await Promise.all(
    due.map(async ({ id, file }) => {
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
