// Receives an uploaded file, the same way for every bucket: limits, form, admission, staging, hash and type detection,
// storage, and cleanup after a refusal, an error or a full disk. A feature decides who may upload, what is stored and
// which row names it. No transaction is open while bytes stream or are decoded.
import type { FastifyRequest } from 'fastify';
import { isRefused, refuse, type Refused } from '../http/bind.ts';
import { KeyedLimit } from '../http/keyed-limit.ts';
import { counts } from '../metrics/counts.ts';
import { contentTypeOf, type ContentType } from './content-type.ts';
import { fileLimits } from './file-limits.ts';
import { withStaged } from './staged.ts';
import { type FileStore, FileTooLarge, type StagedFile, StorageFull, StorageUnavailable } from './store.ts';
import { isTooLong, openUpload, UploadError, type UploadedFile, type UploadForm } from './upload-form.ts';

/** Seconds to wait before retrying. */
const retryAfter = 2;

/** A file that was received completely and is not stored yet. */
export type Received = {
  /** The uploader. */
  userId: string;
  /** As sent: untrusted text. */
  fileName: string;
  original: StagedFile;
  /** By its content. Undefined when the type is not accepted. */
  type: ContentType | undefined;
  /** Stages more files, such as a rendition. All staged files are discarded at the end. */
  stage: FileStore['stage'];
};

/** A staged file and its path in the bucket. */
export type ObjectToStore = { file: StagedFile; path: string };

/** What to store, and the row that names it. */
type Plan<Row, Code extends string> = {
  objects: ObjectToStore[];
  /** Writes the row, in a transaction, after the objects are stored. */
  write: () => Promise<Row | Refused<Code | 'no_session'>>;
  /** Whether the written row names these objects. Default: yes. A repeated request gets the row of the first attempt. */
  isNamedBy?: (row: Row) => boolean;
};

type Options<Code extends string> = {
  files: FileStore;
  bucket: string;
  maxBytes: number;
  /** The refusals of this operation while it receives bytes. */
  refusals: { tooLarge: Code; incomplete: Code; busy: Code };
};

type Common = 'wrong_media_type' | 'invalid_input' | 'storage_full';

export type Upload<Row, Code extends string> = {
  /** Checks the fields before the bytes are read. Returns the uploader, or a response that needs no bytes. */
  admit: (
    fields: Record<string, string>,
  ) => Promise<{ userId: string } | { answer: Row } | Refused<Code | 'no_session'>>;
  /** Checks the file and prepares what is stored. */
  prepare: (received: Received) => Promise<Plan<Row, Code> | Refused<Code>>;
};

/** Makes the receiver of one file of a form that has been opened. It counts each user's uploads in progress. */
function fileReceiver<Code extends string>({ files, bucket, maxBytes, refusals }: Options<Code>) {
  const slots = new KeyedLimit(fileLimits.uploads);

  /** `fields`: of the file. `finish` is called when its bytes have been read. */
  async function receive<Row, More extends string>(
    { fields, fileName, bytes, finish }: UploadForm,
    { admit, prepare }: Upload<Row, More>,
  ): Promise<Row | Refused<Code | More | Common | 'no_session'>> {
    const admitted = await admit(fields);
    if (isRefused(admitted)) return admitted;
    if ('answer' in admitted) return admitted.answer;
    const { userId } = admitted;
    const release = slots.take(userId);
    if (!release) return refuse(refusals.busy, { retryAfter });
    return withStaged(files, async (stage) => {
      const original = await stage(bytes, maxBytes);
      counts.uploadedBytes += original.size;
      await finish();
      const type = await contentTypeOf(original.path);
      const prepared = await prepare({ userId, fileName, original, type, stage });
      return isRefused(prepared) ? prepared : storeWithRow(prepared);
    }).finally(release);
  }

  /**
   * Stores the objects, then writes their row. Deletes them again when the row is refused or names others. If writing
   * throws, the row may still have been committed: the objects stay, and the sweep deletes them if they have no row.
   */
  async function storeWithRow<Row, More extends string>({
    objects,
    write,
    isNamedBy = () => true,
  }: Plan<Row, More>): Promise<Row | Refused<More | 'no_session'>> {
    const keyOf = ({ path }: ObjectToStore) => `${bucket}/${path}`;
    // Without the storage, nothing can be removed now: the sweep deletes what is left.
    const removeStored = () =>
      Promise.all(objects.map((object) => files.remove(keyOf(object)))).catch((error: unknown) => {
        if (!(error instanceof StorageUnavailable)) throw error;
      });
    try {
      for (const object of objects) await files.put(object.file, keyOf(object));
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) await removeStored();
      throw error;
    }
    const row = await write();
    if (isRefused(row) || !isNamedBy(row)) await removeStored();
    return row;
  }

  return receive;
}

function refusalOf<Code extends string>(
  refusals: Options<Code>['refusals'],
  error: unknown,
): Refused<Code | Common> {
  if (error instanceof FileTooLarge) return refuse(refusals.tooLarge);
  if (error instanceof StorageFull) return refuse('storage_full');
  if (error instanceof UploadError)
    return refuse(error.kind === 'incomplete' ? refusals.incomplete : 'invalid_input');
  throw error;
}

/** Makes the receiver of an operation whose form has one file. */
export function uploadReceiver<Code extends string>(options: Options<Code>) {
  const receive = fileReceiver(options);
  const { maxBytes, refusals } = options;
  return async <Row, More extends string>(
    request: FastifyRequest,
    upload: Upload<Row, More>,
  ): Promise<Row | Refused<Code | More | Common | 'no_session'>> => {
    if (!request.isMultipart()) return refuse('wrong_media_type');
    if (isTooLong(request, maxBytes)) return refuse(refusals.tooLarge);
    try {
      return await receive(await openUpload(request, maxBytes), upload);
    } catch (error) {
      return refusalOf(refusals, error);
    }
  };
}

/** Makes the receiver of each of several files of a form (`openForm`). `fields`: those of a form with this file alone. */
export function oneFileReceiver<Code extends string>(options: Options<Code>) {
  const receive = fileReceiver(options);
  return <Row, More extends string>(
    file: UploadedFile & { fields: Record<string, string> },
    upload: Upload<Row, More>,
  ): Promise<Row | Refused<Code | More | Common | 'no_session'>> =>
    receive({ ...file, finish: () => Promise.resolve() }, upload).catch((error: unknown) =>
      refusalOf(options.refusals, error),
    );
}
