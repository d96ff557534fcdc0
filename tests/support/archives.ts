// Imports archives in tests, as the page does, and compares logs.
import { vi } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { addArchive, type ArchiveResult } from '#features/imports/web/archive/add-archive.ts';
import { ArchiveReader } from '#features/imports/web/archive/archive-reader.ts';
import type { ArchivePlan } from '#features/imports/web/archive/archive-items.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import type { TestApp } from './app.ts';
import { exported, type ArchiveRow } from './archive.ts';
import type { Caller } from './caller.ts';
import { attach } from './files.ts';
import { sha256 } from './log-archive.ts';
import { askToVouch } from './vouches.ts';

/** What happens to the requests of an import: `kill` ends it with this request, before or after the server has it. */
export type Interruption = { at: number; handled: boolean };

/** The page's requests reach this server. Returns how many there were. */
export function pageOf(caller: Caller, interruption?: Interruption) {
  const killed = Promise.withResolvers<void>();
  const requests = { count: 0, killed: killed.promise };
  vi.stubGlobal('location', { origin: caller.origin });
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const number = ++requests.count;
    const isLast = number === interruption?.at;
    if (isLast && !interruption.handled) return end();
    const sent =
      body instanceof FormData
        ? { form: body }
        : body === undefined
          ? {}
          : { body: JSON.parse(body as string) as unknown };
    const { status, text } = await caller.call(`${method} ${path}`, sent);
    return isLast ? end() : new Response(text, { status });
  });
  /** A request of a page that no longer exists. */
  function end(): Promise<Response> {
    killed.resolve();
    return new Promise(() => undefined);
  }
  return requests;
}

export async function planOf(files: File[]): Promise<{ reader: ArchiveReader; plan: ArchivePlan }> {
  const reader = new ArchiveReader(Date.now());
  return { reader, plan: await reader.plan(files, () => undefined) };
}

/** Imports an archive into the account. Undefined if it was interrupted. */
export async function importArchive(
  caller: Caller,
  bytes: Uint8Array,
  {
    interruption,
    isCanceled = () => false,
  }: { interruption?: Interruption; isCanceled?: () => boolean } = {},
): Promise<{ result: ArchiveResult | undefined; requests: number; plan: ArchivePlan }> {
  const { reader, plan } = await planOf([new File([Uint8Array.from(bytes)], 'logbook.zip')]);
  const requests = pageOf(caller, interruption);
  const source = { nextPart: () => reader.next(), archivedFile: (id: string) => reader.file(id) };
  const adding = addArchive({
    ...{ owner: caller.userId, isGuest: false, origin: plan.instance, here: caller.origin, source },
    ...{ onProgress: () => undefined, isCanceled },
  });
  const result = await Promise.race([adding, requests.killed.then(() => undefined)]);
  return { result, requests: requests.count, plan };
}

/** A log with some of everything: 8 entries of which one is deleted, 4 files, 4 goals, shoutouts and vouches. */
export async function fillLog(app: TestApp, caller: Caller): Promise<void> {
  const write = async (content: string, more: object = {}) =>
    (await caller.call<CheckIn>('POST /api/check_ins', { body: { id: newId(), content, ...more } })).json;
  await write('Moved the import 🚀 to the new queue\n\n- <b>not HTML</b>\n- "quotes" & é é', { emoji: '🚀' });
  await write('Long ago', { created_at: '1994-02-03T04:05:06.789Z', emoji: '🎉' });
  const edited = await write('Before the edit');
  await caller.call('PATCH /api/check_ins/:id', {
    params: { id: edited.id },
    body: { content: 'After the edit 👩‍👩‍👧', edited_at: null },
  });
  const lost = [{ id: newId(), name: 'lost.txt', size: 5 }];
  const withFiles = await write('With files', { files: lost });
  await attach(caller, { entry: withFiles.id, name: 'Plan — final.pdf', content: pdf() });
  await attach(caller, { entry: withFiles.id, name: 'plan.txt', content: 'The plan' });
  await attach(caller, { entry: edited.id, name: 'plan.txt', content: 'Another plan' });
  const deleted = await write('Deleted');
  await attach(caller, { entry: deleted.id, name: 'deleted.txt', content: 'Deleted' });
  await caller.call('DELETE /api/check_ins/:id', { params: { id: deleted.id } });
  await write('From git', { source: 'git', source_name: '3 commits', created_at: '2026-01-02T03:04:05Z' });
  const goals = ['Ship it', 'Write it down', 'Never mind', 'Later'];
  for (const text of goals) {
    const id = newId();
    const period = text === 'Later' ? {} : { cadence: 'weekly', period_start: '2026-11-16' };
    await caller.call('POST /api/goals', {
      body: { id, text, created_at: '2026-11-17T08:00:00Z', ...period },
    });
    const params = { id };
    if (text === 'Ship it')
      await caller.call('POST /api/goals/:id/complete', { params, body: { check_in_id: newId() } });
    if (text === 'Never mind') await caller.call('DELETE /api/goals/:id', { params });
    if (text === 'Later') await caller.call('PATCH /api/goals/:id', { params, body: { after: null } });
  }
  const colleague = await app.signUp('Bo Colleague');
  const send = (from: Caller, to: string, message: string) =>
    from.call('POST /api/shoutouts', { body: { id: newId(), recipient_email: to, message } });
  await send(caller, colleague.email, 'Thanks for the review 👏');
  await send(colleague, caller.email, 'You saved the launch');
  await askToVouch(caller);
  const { json: vouch } = await askToVouch(caller, { project_name: 'Launch 🚀' });
  await app.database.asOwner((db) =>
    db.query(
      `update vouches set status = 'verified', verified_at = now(), statement = 'She led it.', content_sha256 = '\\x01'
       where id = $1`,
      [vouch.id],
    ),
  );
}

const byText = <Row>(rows: Row[]) =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** What a log says, without what belongs to an instance. `ids`: with the ids of entries and goals. */
export async function contentOf(caller: Caller, ids: 'ids' | 'no ids' = 'ids') {
  const { json, files } = await exported(caller);
  const kept = (table: string) => json[table]!.filter(({ deleted_at }) => !deleted_at);
  const id = (row: ArchiveRow) => (ids === 'ids' ? { id: row['id'] } : {});
  const contents = new Map(kept('check_ins').map((row) => [row['id'], row['content']]));
  const entries = kept('check_ins').map((row) => ({
    ...id(row),
    ...{ kind: row['kind'], content: row['content'], emoji: row['emoji'] },
    ...{ created_at: row['created_at'], edited_at: row['edited_at'] },
    missing: (row['missing_files'] as { name: string; size: number; position: number }[]).map(
      ({ name, size, position }) => ({ name, size, position }),
    ),
    files: json['log_files']!.filter(({ check_in_id }) => check_in_id === row['id'])
      .toSorted((a, b) => Number(a['position']) - Number(b['position']))
      .map((file) => [file['file_name'], sha256(files.get(file.exported_as!)!)]),
  }));
  const goals = kept('goals')
    .toSorted((a, b) => Number(a['position']) - Number(b['position']))
    .map((row) => ({
      ...id(row),
      ...{ text: row['text'], cadence: row['cadence'], period_start: row['period_start'] },
      ...{ created_at: row['created_at'], completed_at: row['completed_at'] },
      entry: contents.get(row['check_in_id']) ?? null,
    }));
  const open = goals.filter(({ completed_at }) => completed_at === null);
  const done = byText(goals.filter(({ completed_at }) => completed_at !== null));
  const own = [
    ...json['shoutouts']!.map((row) => ({ kind: 'shoutout', origin: caller.origin, row: row as object })),
    ...json['vouches']!.filter(({ status }) => status === 'verified').map((row) => ({
      kind: 'vouch',
      origin: caller.origin,
      row: row as object,
    })),
  ];
  const records = json['imported_records']!.map((row) => {
    // The instance that issued it has it in a file.
    const { credential: _, ...record } = JSON.parse(row['record'] as string) as ArchiveRow;
    return { kind: row['kind'] as string, origin: row['origin'] as string, row: record };
  });
  return { entries: byText(entries), open, done, records: byText([...own, ...records]) };
}

export const digestOf = (content: Awaited<ReturnType<typeof contentOf>>) => sha256(JSON.stringify(content));
