// Starts the worker, and asks it. One question at a time.
import type { ArchivePart, ArchivePlan } from '../archive/archive-items.ts';
import type { Progress } from './run-import.ts';
import type { Preview, Reply, Request, Taken } from './messages.ts';

/** The worker failed, for example because a file was moved. */
class ImportFailed extends Error {}

export class ImportClient {
  readonly #worker = new Worker(new URL('./import-worker.ts', import.meta.url));
  #fail: (() => void) | undefined;

  async read(
    request: Omit<Request & { kind: 'read' }, 'kind'>,
    onProgress: (progress: Progress) => void,
  ): Promise<Preview> {
    const reply = await this.#ask({ kind: 'read', ...request }, onProgress);
    if (reply.kind !== 'read') throw new ImportFailed();
    return reply.preview;
  }

  /** Some of the suggestions, from one on: at least one. */
  async take(from: number): Promise<{ items: Taken[]; unreadable: number }> {
    const reply = await this.#ask({ kind: 'take', from });
    if (reply.kind !== 'taken') throw new ImportFailed();
    return reply;
  }

  /** Reads an archive of Logbook for the first time. */
  async plan(files: File[], onProgress: (progress: Progress) => void): Promise<ArchivePlan> {
    const reply = await this.#ask({ kind: 'plan', files }, onProgress);
    if (reply.kind !== 'planned') throw new ImportFailed();
    return reply.plan;
  }

  /** The next part of the archive; undefined after the last one. */
  async nextPart(): Promise<ArchivePart | undefined> {
    const reply = await this.#ask({ kind: 'part' });
    if (reply.kind !== 'part') throw new ImportFailed();
    return reply.part;
  }

  /** A file of the archive; undefined if its bytes are missing or wrong. */
  async archivedFile(id: string): Promise<Blob | undefined> {
    const reply = await this.#ask({ kind: 'file', id });
    if (reply.kind !== 'file') throw new ImportFailed();
    return reply.bytes;
  }

  /** Ends the worker immediately. What it was asked fails. */
  end(): void {
    this.#worker.terminate();
    this.#fail?.();
  }

  #ask(request: Request, onProgress?: (progress: Progress) => void): Promise<Reply> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#fail = () => reject(new ImportFailed());
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.kind === 'progress') onProgress?.(data);
        else resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new ImportFailed());
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage(request);
    });
  }
}
