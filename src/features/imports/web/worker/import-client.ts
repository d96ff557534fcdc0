// Starts the worker, and asks it. One question at a time.
import type { Progress } from './run-import.ts';
import type { Preview, Reply, Request, Taken } from './messages.ts';

/** The worker failed, for example because a file was moved. */
class ImportFailed extends Error {}

export class ImportClient {
  readonly #worker = new Worker(new URL('./import-worker.ts', import.meta.url));

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

  /** Ends the worker immediately. What it was asked is never answered. */
  end(): void {
    this.#worker.terminate();
  }

  #ask(request: Request, onProgress?: (progress: Progress) => void): Promise<Reply> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
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
