// Makes the PDF and the Word file of a packet, for its readers and its owner: one at a time, and one for each of them.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Tx } from '#platform/database/transaction.ts';
import { contentDisposition } from '#platform/files/file-name.ts';
import type { FileStore } from '#platform/files/store.ts';
import { FairQueue } from '#platform/hashing/fair-queue.ts';
import { existingSigningKey, type SigningKey } from '#platform/signing/signing-key.ts';
import type { PacketDocument, PacketJson, PacketRecord } from '../../format-contract.ts';
import { packetFileName } from '../../rules.ts';
import type { FormKind } from '../documents/form-thread.ts';
import { makeForm } from '../documents/make-form.ts';
import { readPictures, storedPictures, type StoredPicture } from './form-pictures.ts';

/** What a file is made of, as the database has it. */
export type FormSource = {
  packetJson: string;
  document: PacketDocument;
  record: PacketRecord | undefined;
  pictures: StoredPicture[];
  /** Signs the pages of a PDF. Undefined without a record, and if the key that signed the record is retired. */
  key: SigningKey | undefined;
};

export const formTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** More than a few wait only during a flood. */
const queueLimits = { running: 1, runningPerKey: 1, places: 40, placesPerKey: 2 };

export class PacketForms {
  readonly #files: FileStore;
  readonly #appSecret: string;
  readonly #queue = new FairQueue(queueLimits);

  constructor({ files, appSecret }: { files: FileStore; appSecret: string }) {
    this.#files = files;
    this.#appSecret = appSecret;
  }

  /** Collects what a file is made of. `fileOf`: the id of an open file by its number, and its owner. */
  async sourceOf(
    tx: Tx,
    packetJson: string,
    fileOf: (number: number) => Promise<{ user_id: string; file_id: string } | undefined>,
  ): Promise<FormSource> {
    const { document, record } = JSON.parse(packetJson) as PacketJson & { record?: PacketRecord };
    // Only publishing makes or replaces a key: a reader's download changes nothing.
    const key = record && (await existingSigningKey(tx, this.#appSecret));
    return {
      ...{ packetJson, document, record },
      pictures: await storedPictures(tx, document, fileOf),
      key: key?.id === record?.key.id ? key : undefined,
    };
  }

  /**
   * Makes a file when it is the caller's turn. Throws `Busy` if too many wait, and the signal's reason if it is aborted.
   * @param caller The network or the user.
   * @param find What it is made of. Whatever else it returns is the result.
   */
  make<Other>(
    caller: string,
    kind: FormKind,
    signal: AbortSignal,
    find: () => Promise<FormSource | Other>,
  ): Promise<Buffer | Exclude<Other, FormSource>> {
    return this.#queue.enter({ key: caller, isKnown: false }, (turn) =>
      turn(async () => {
        signal.throwIfAborted();
        const source = await find();
        if (!isSource(source)) return source as Exclude<Other, FormSource>;
        const { packetJson, document, record, key } = source;
        const pictures = await readPictures(this.#files, source.pictures, signal);
        const form = { packetJson, document, ...(record && { record }), pictures };
        const bytes = await makeForm({ kind, form }, signal);
        return kind === 'pdf' && key ? signed(bytes, key) : bytes;
      }),
    );
  }
}

const isSource = (value: unknown): value is FormSource =>
  typeof value === 'object' && value !== null && 'packetJson' in value;

/** A line behind the end of a PDF, with the signature of the SHA-256 of all bytes before it. */
function signed(pdf: Buffer, key: SigningKey): Buffer {
  const signature = key.sign(createHash('sha256').update(pdf).digest());
  return Buffer.concat([pdf, Buffer.from(`%logbook-pages/1 ${signature}\n`)]);
}

/** The headers of a file. */
export function formHeaders(kind: FormKind, title: string): Record<string, string> {
  return {
    'content-type': formTypes[kind],
    'content-disposition': contentDisposition('attachment', packetFileName(title, kind)),
  };
}

/** Aborted when the caller has left. */
export function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Error('The caller has left.'));
  });
  return controller.signal;
}
