// Receives one uploaded file, the same way for every bucket: limits, form, admission, staging, hash and recognition, then
// the feature's own work. No transaction is open while bytes stream or are decoded.
import type { FastifyRequest } from 'fastify';
import { isRefused, refuse, type Refused } from '../http/bind.ts';
import { contentTypeOf, type ContentType } from './content-type.ts';
import { withStaged } from './staged.ts';
import { type FileStore, FileTooLarge, type StagedFile, StorageFull } from './store.ts';
import { dropRest, isTooLong, openUpload, UploadFault } from './upload-form.ts';
import { uploadPause, UploadSlots } from './upload-slots.ts';

/** A file that arrived whole and is not kept yet. */
export type Arrived = {
  /** The id of the person who sent it. */
  person: string;
  /** As sent: text that a stranger chose. */
  fileName: string;
  original: StagedFile;
  /** By its content; nothing when it is no kind that is taken. */
  type: ContentType | undefined;
  /** Stages more files, such as a rendition; all of them are discarded at the end. */
  stage: FileStore['stage'];
};

type Options<Code extends string> = {
  files: FileStore;
  maxBytes: number;
  /** How this operation refuses what goes wrong while the bytes come. */
  refusals: { tooLarge: Code; incomplete: Code; busy: Code };
};

type Common = 'wrong_media_type' | 'invalid_input' | 'storage_full';

type Upload<Answer, Code extends string> = {
  /** Looks at the fields before the bytes are read: who sends it, or the answer that needs no bytes. */
  admit: (
    fields: Record<string, string>,
  ) => Promise<{ person: string } | { answer: Answer } | Refused<Code | 'no_session'>>;
  take: (arrived: Arrived) => Promise<Answer | Refused<Code | 'no_session'>>;
};

/** Makes the receiver of one operation; it counts the uploads of each person. */
export function uploadReceiver<Code extends string>({ files, maxBytes, refusals }: Options<Code>) {
  const slots = new UploadSlots();

  async function receive<Answer, More extends string>(
    request: FastifyRequest,
    { admit, take }: Upload<Answer, More>,
  ): Promise<Answer | Refused<Code | More | Common | 'no_session'>> {
    if (!request.isMultipart()) return refuse('wrong_media_type');
    if (isTooLong(request, maxBytes)) return refuse(refusals.tooLarge);
    const form = await openUpload(request, maxBytes);
    const admitted = await admit(form.fields);
    if (isRefused(admitted)) return admitted;
    if ('answer' in admitted) {
      dropRest(request);
      return admitted.answer;
    }
    const { person } = admitted;
    const leave = slots.take(person);
    if (!leave) return refuse(refusals.busy, { retryAfter: uploadPause });
    return withStaged(files, async (stage) => {
      const original = await stage(form.bytes, maxBytes);
      await form.finish();
      const type = await contentTypeOf(original.path);
      return take({ person, fileName: form.fileName, original, type, stage });
    }).finally(leave);
  }

  function refusalOf(error: unknown): Refused<Code | Common> {
    if (error instanceof FileTooLarge) return refuse(refusals.tooLarge);
    if (error instanceof StorageFull) return refuse('storage_full');
    if (error instanceof UploadFault)
      return refuse(error.kind === 'incomplete' ? refusals.incomplete : 'invalid_input');
    throw error;
  }

  return async <Answer, More extends string>(
    request: FastifyRequest,
    upload: Upload<Answer, More>,
  ): Promise<Answer | Refused<Code | More | Common | 'no_session'>> => {
    const answer = await receive(request, upload).catch(refusalOf);
    if (isRefused(answer)) dropRest(request);
    return answer;
  };
}

/**
 * Keeps staged files under their keys, then writes their row. The bytes are removed again when the row `refersElsewhere`
 * or is refused. When writing throws, it may have been committed all the same: the bytes stay, and the sweep removes them
 * if they have no row.
 */
export async function keepWithRow<Row>(
  files: FileStore,
  objects: readonly (readonly [StagedFile, key: string])[],
  write: () => Promise<Row>,
  refersElsewhere: (row: Exclude<Row, Refused>) => boolean = () => false,
): Promise<Row> {
  const takeBack = () => Promise.all(objects.map(([, key]) => files.remove(key)));
  try {
    for (const [staged, key] of objects) await files.put(staged, key);
  } catch (error) {
    await takeBack();
    throw error;
  }
  const row = await write();
  if (isRefused(row) || refersElsewhere(row as Exclude<Row, Refused>)) await takeBack();
  return row;
}
