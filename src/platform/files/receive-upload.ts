// Receives an uploaded file, the same way for every bucket: limits, form, admission, staging, hash and type detection,
// then the feature's own work. No transaction is open while bytes stream or are decoded.
import type { FastifyRequest } from 'fastify';
import { isRefused, refuse, type Refused } from '../http/bind.ts';
import { KeyedLimit } from '../http/keyed-limit.ts';
import { contentTypeOf, type ContentType } from './content-type.ts';
import { withStaged } from './staged.ts';
import { type FileStore, FileTooLarge, type StagedFile, StorageFull } from './store.ts';
import { drainRest, isTooLong, openUpload, UploadFault } from './upload-form.ts';

/**
 * A user's concurrent uploads: as many as an entry may have files. They take this process's disk space and memory, so
 * each process counts its own.
 */
const maxUploads = 10;
/** Seconds to wait before retrying. */
const retryAfter = 2;

/** A file that was received completely and is not stored yet. */
export type Arrived = {
  /** The uploader's user id. */
  person: string;
  /** As sent: untrusted text. */
  fileName: string;
  original: StagedFile;
  /** By its content. Undefined when the type is not accepted. */
  type: ContentType | undefined;
  /** Stages more files, such as a rendition. All staged files are discarded at the end. */
  stage: FileStore['stage'];
};

type Options<Code extends string> = {
  files: FileStore;
  maxBytes: number;
  /** The refusals of this operation while it receives bytes. */
  refusals: { tooLarge: Code; incomplete: Code; busy: Code };
};

type Common = 'wrong_media_type' | 'invalid_input' | 'storage_full';

type Upload<Answer, Code extends string> = {
  /** Checks the fields before the bytes are read. Returns the uploader, or an answer that needs no bytes. */
  admit: (
    fields: Record<string, string>,
  ) => Promise<{ person: string } | { answer: Answer } | Refused<Code | 'no_session'>>;
  take: (arrived: Arrived) => Promise<Answer | Refused<Code | 'no_session'>>;
};

/** Makes the receiver of one operation. It counts each user's uploads in progress. */
export function uploadReceiver<Code extends string>({ files, maxBytes, refusals }: Options<Code>) {
  const slots = new KeyedLimit(maxUploads);

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
      drainRest(request);
      return admitted.answer;
    }
    const { person } = admitted;
    const release = slots.take(person);
    if (!release) return refuse(refusals.busy, { retryAfter });
    return withStaged(files, async (stage) => {
      const original = await stage(form.bytes, maxBytes);
      await form.finish();
      const type = await contentTypeOf(original.path);
      return take({ person, fileName: form.fileName, original, type, stage });
    }).finally(release);
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
    if (isRefused(answer)) drainRest(request);
    return answer;
  };
}

/**
 * Stores staged files under their keys, then writes their row. Deletes the bytes again when the row `refersElsewhere`
 * or is refused. When writing throws, the row may have been committed all the same: the bytes stay, and the sweep
 * deletes them if they have no row.
 */
export async function keepWithRow<Row>(
  files: FileStore,
  objects: readonly (readonly [StagedFile, key: string])[],
  write: () => Promise<Row>,
  refersElsewhere: (row: Exclude<Row, Refused>) => boolean = () => false,
): Promise<Row> {
  const removeStored = () => Promise.all(objects.map(([, key]) => files.remove(key)));
  try {
    for (const [staged, key] of objects) await files.put(staged, key);
  } catch (error) {
    await removeStored();
    throw error;
  }
  const row = await write();
  if (isRefused(row) || refersElsewhere(row as Exclude<Row, Refused>)) await removeStored();
  return row;
}
