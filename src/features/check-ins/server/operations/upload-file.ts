// Takes one file of a check-in (R-B4). No transaction is open while bytes stream: rights and room are looked at before,
// and again when the row is written; bytes whose row is not written are removed.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/transaction.ts';
import { contentTypeOf, isDisguised } from '#platform/files/content-type.ts';
import { displayName } from '#platform/files/file-name.ts';
import { showingOf } from '#platform/files/photo.ts';
import { withStaged } from '#platform/files/staged.ts';
import { type FileStore, FileTooLarge, type StagedFile, StorageFull } from '#platform/files/store.ts';
import { dropRest, isTooLong, openUpload, UploadFault } from '#platform/files/upload-form.ts';
import { uploadPause, UploadSlots } from '#platform/files/upload-slots.ts';
import { inSteps, isRefused, refuse, type Refused, type Step } from '#platform/http/bind.ts';
import type { RefusalOf } from '#platform/http/operation.ts';
import type { CommonCode } from '#platform/http/problem.ts';
import { bucket, type LogFile, limits, type operations } from '../../contract.ts';
import { fileById, insertFile, type NewFile, roomOf } from '../store.ts';

type Operation = (typeof operations)['POST /api/storage/log-files'];
type Refusal = Refused<RefusalOf<Operation> | CommonCode>;

const longestRawName = 1000;

const target = z.object({ check_in_id: z.uuid(), id: z.uuid() });
type Target = z.infer<typeof target>;

export type UploadOptions = {
  files: FileStore;
  /** How many bytes one person may store in all. */
  quota: number;
};

export function uploadFile(options: UploadOptions) {
  const slots = new UploadSlots();
  return inSteps<Operation>(async ({ step, request }) => {
    const answer = await receive(options, slots, step, request).catch(refusalOf);
    if (isRefused(answer)) dropRest(request);
    return answer;
  });
}

async function receive(
  { files, quota }: UploadOptions,
  slots: UploadSlots,
  step: Step<'session'>,
  request: FastifyRequest,
): Promise<LogFile | Refusal> {
  if (!request.isMultipart()) return refuse('wrong_media_type');
  if (isTooLong(request, limits.fileBytes)) return refuse('file_too_large');
  const form = await openUpload(request, limits.fileBytes);
  const { data: wanted } = target.safeParse(form.fields);
  if (!wanted)
    return refuse('invalid_input', { detail: 'The fields check_in_id and id come before the file.' });

  const before = await step(async ({ viewer, tx }) => {
    const known = await knownAs(tx, wanted);
    return known ?? (await refusedRoom(tx, wanted, 'seen', 0, quota)) ?? viewer.userId;
  });
  if (typeof before !== 'string') {
    if (!isRefused(before)) dropRest(request);
    return before;
  }

  const leave = slots.take(before);
  if (!leave) return refuse('too_many_uploads', { retryAfter: uploadPause });
  return withStaged(files, async (stage) => {
    const original = await stage(form.bytes, limits.fileBytes);
    await form.finish();
    const made = await describe(original, stage, { ...wanted, userId: before, rawName: form.fileName });
    if (isRefused(made)) return made;
    return keep(files, made, (row) =>
      step(async ({ tx }) => {
        // Rights, room and the id are asked again: they may have changed while the bytes came.
        const refused = await refusedRoom(tx, wanted, 'held', row.file_size, quota);
        return refused ?? (await insertFile(tx, row)) ?? (await knownAs(tx, wanted)) ?? refuse('id_taken');
      }),
    );
  }).finally(leave);
}

/** The answer for an id that is stored already: the same file again, or a refusal when it belongs elsewhere. */
async function knownAs(
  tx: Tx,
  { id, check_in_id }: Target,
): Promise<LogFile | Refused<'id_taken'> | undefined> {
  const known = await fileById(tx, id);
  if (!known) return undefined;
  return known.check_in_id === check_in_id ? known : refuse('id_taken');
}

async function refusedRoom(
  tx: Tx,
  { check_in_id, id }: Target,
  how: 'seen' | 'held',
  bytes: number,
  quota: number,
): Promise<Refused<'not_found' | 'too_many_files' | 'storage_full'> | undefined> {
  const room = await roomOf(tx, check_in_id, how);
  if (!room) return refuse('not_found');
  // A repeat that comes while the first one is being written finds its file counted: it is answered by that row.
  if (room.fileCount >= limits.files && !(await fileById(tx, id))) return refuse('too_many_files');
  return room.ownerBytes + bytes > quota ? refuse('storage_full') : undefined;
}

type Made = { row: NewFile; original: StagedFile; view: StagedFile | undefined };

async function describe(
  original: StagedFile,
  stage: FileStore['stage'],
  about: Target & { userId: string; rawName: string },
): Promise<Made | Refused<'file_empty' | 'file_type_refused'>> {
  if (original.size === 0) return refuse('file_empty');
  const type = await contentTypeOf(original.path);
  const name = displayName(about.rawName.slice(-longestRawName), limits.fileName);
  if (!type || isDisguised(name, type)) return refuse('file_type_refused');

  const showing = type.preview === 'image' ? await showingOf(original.path, type.mime) : undefined;
  const view =
    showing?.as === 'rendition' ? await stage(Readable.from(showing.bytes), limits.fileBytes) : undefined;
  const unique = `${Date.now()}-${randomBytes(8).toString('hex')}`;
  const path = `${about.userId}/${about.check_in_id}/${unique}.${type.extensions[0]}`;
  const row: NewFile = {
    id: about.id,
    user_id: about.userId,
    check_in_id: about.check_in_id,
    file_name: name,
    file_path: path,
    view_path: view ? `${path}.view.webp` : null,
    file_type: type.mime.split('/')[0]!,
    file_size: original.size,
    mime_type: type.mime,
    preview: showing?.as === 'nothing' ? 'none' : type.preview,
    sha256: original.sha256,
  };
  return { row, original, view };
}

/**
 * Keeps the bytes, then writes the row; when the row is refused or stands already, the bytes go again. When writing
 * fails, nobody knows whether it was committed: the bytes stay, and the sweep removes them if they have no row.
 */
async function keep<T extends LogFile | Refusal>(
  files: FileStore,
  { row, original, view }: Made,
  write: (row: NewFile) => Promise<T>,
): Promise<T> {
  const keys = [row.file_path, row.view_path]
    .filter((path) => path !== null)
    .map((path) => `${bucket}/${path}`);
  const takeBack = () => Promise.all(keys.map((key) => files.remove(key)));
  try {
    await files.put(original, keys[0]!);
    if (view) await files.put(view, keys[1]!);
  } catch (error) {
    await takeBack();
    throw error;
  }
  const written = await write(row);
  if (isRefused(written) || written.file_path !== row.file_path) await takeBack();
  return written;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof FileTooLarge) return refuse('file_too_large');
  if (error instanceof StorageFull) return refuse('storage_full');
  if (error instanceof UploadFault)
    return refuse(error.kind === 'incomplete' ? 'file_incomplete' : 'invalid_input');
  throw error;
}
