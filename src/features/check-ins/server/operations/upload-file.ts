// Takes one file of a check-in (R-B4). Rights and room are looked at before its bytes come, and again when its row is
// written: they may have changed meanwhile. Bytes whose row is not written are removed.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database/transaction.ts';
import { isDisguised } from '#platform/files/content-type.ts';
import { displayName } from '#platform/files/file-name.ts';
import { showingOf } from '#platform/files/photo.ts';
import { type Arrived, keepWithRow, uploadReceiver } from '#platform/files/receive-upload.ts';
import type { FileStore, StagedFile } from '#platform/files/store.ts';
import { inSteps, isRefused, refuse, type Refused } from '#platform/http/bind.ts';
import { bucket, type LogFile, limits, type operations } from '../../contract.ts';
import { filePosition } from '../../rules.ts';
import { fileById, insertFile, type NewFile, type Room, roomOf } from '../store.ts';

type Operation = (typeof operations)['POST /api/storage/log-files'];

const longestRawName = 1000;

const target = z.object({
  check_in_id: z.uuid(),
  id: z.uuid(),
  /** Where it was among the files of the entry before it came here; else the entry knows. */
  position: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9999))),
});
type Target = z.infer<typeof target>;

export type UploadOptions = {
  files: FileStore;
  /** How many bytes of files one person may have on disk, renditions included. */
  quota: number;
};

export function uploadFile({ files, quota }: UploadOptions) {
  const receive = uploadReceiver({
    files,
    maxBytes: limits.fileBytes,
    refusals: { tooLarge: 'file_too_large', incomplete: 'file_incomplete', busy: 'too_many_uploads' },
  });
  return inSteps<Operation>(({ step, request }) => {
    let wanted: Target;
    return receive(request, {
      async admit(fields) {
        const { data } = target.safeParse(fields);
        if (!data)
          return refuse('invalid_input', { detail: 'The fields check_in_id and id come before the file.' });
        wanted = data;
        return step(async ({ viewer, tx }) => {
          const known = await knownAs(tx, wanted);
          if (known) return isRefused(known) ? known : { answer: known };
          const room = await roomFor(tx, wanted, 'seen', 0, quota);
          return isRefused(room) ? room : { person: viewer.userId };
        });
      },
      async take(arrived) {
        const made = await describe(arrived, wanted);
        if (isRefused(made)) return made;
        const { row, objects } = made;
        return keepWithRow(
          files,
          objects,
          () =>
            step(async ({ tx }) => {
              const room = await roomFor(tx, wanted, 'held', row.file_size + row.view_size, quota);
              if (isRefused(room)) return room;
              const position =
                wanted.position ?? filePosition(wanted.id, room.missingFiles, room.lastPosition);
              return (
                (await insertFile(tx, { ...row, position })) ??
                (await knownAs(tx, wanted)) ??
                refuse('id_taken')
              );
            }),
          (written) => written.file_path !== row.file_path,
        );
      },
    });
  });
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

/** What the entry and its owner have already, or why there is no room for another file of so many bytes. */
async function roomFor(
  tx: Tx,
  { check_in_id, id }: Target,
  how: 'seen' | 'held',
  bytes: number,
  quota: number,
): Promise<Room | Refused<'not_found' | 'too_many_files' | 'storage_full'>> {
  const room = await roomOf(tx, check_in_id, how);
  if (!room) return refuse('not_found');
  // A repeat that comes while the first one is being written finds its file counted: it is answered by that row.
  if (room.fileCount >= limits.files && !(await fileById(tx, id))) return refuse('too_many_files');
  return room.ownerBytes + bytes > quota ? refuse('storage_full') : room;
}

type Made = { row: Omit<NewFile, 'position'>; objects: [StagedFile, key: string][] };

async function describe(
  { person, fileName, original, type, stage }: Arrived,
  { id, check_in_id }: Target,
): Promise<Made | Refused<'file_empty' | 'file_type_refused'>> {
  if (original.size === 0) return refuse('file_empty');
  const name = displayName(fileName.slice(-longestRawName), limits.fileName);
  if (!type || isDisguised(name, type)) return refuse('file_type_refused');

  const showing =
    type.preview === 'image' ? await showingOf(original.path, type.mime, person) : { as: 'itself' as const };
  const view =
    showing.as === 'rendition' ? await stage(Readable.from(showing.bytes), limits.fileBytes) : undefined;
  const isShown =
    showing.as !== 'nothing' && !(type.preview === 'text' && original.size > limits.textPreview);
  const unique = `${Date.now()}-${randomBytes(8).toString('hex')}`;
  const path = `${person}/${check_in_id}/${unique}.${type.extensions[0]}`;
  const viewPath = view ? `${path}.view.webp` : null;
  const row = {
    id,
    user_id: person,
    check_in_id,
    file_name: name,
    file_path: path,
    view_path: viewPath,
    file_type: type.mime.split('/')[0]!,
    file_size: original.size,
    view_size: view?.size ?? 0,
    mime_type: type.mime,
    preview: isShown ? type.preview : 'none',
    sha256: original.sha256,
  };
  const objects: Made['objects'] = [[original, `${bucket}/${path}`]];
  if (view) objects.push([view, `${bucket}/${viewPath}`]);
  return { row, objects };
}
