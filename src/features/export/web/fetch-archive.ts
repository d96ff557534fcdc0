// The archive as it arrives, with what has arrived so far: a plain link would show no progress and no failure.
import { offlineProblem, problemFrom } from '#platform/http/client.ts';
import { sizeHeader } from '../contract.ts';

export type Arrived = {
  bytes: number;
  /** Bytes that will come, about. */
  expected: number;
};

/** What is kept in memory before it becomes a Blob, which browsers keep on the disk. Bytes. */
const pieceSize = 16 * 1024 * 1024;

/** Fetches the whole archive. Throws `Problem`; an abort throws the signal's reason. */
export async function fetchArchive(
  signal: AbortSignal,
  onProgress: (arrived: Arrived) => void,
): Promise<Blob> {
  try {
    const response = await fetch('/api/export', { signal });
    if (!response.ok) throw problemFrom(response.status, await response.text());
    return await gather(response, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    // A connection that breaks while the bytes come is as good as none.
    throw error instanceof TypeError ? offlineProblem() : error;
  }
}

async function gather(response: Response, onProgress: (arrived: Arrived) => void): Promise<Blob> {
  const expected = Number(response.headers.get(sizeHeader));
  const pieces: Blob[] = [];
  let fresh: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, freshBytes] = [0, 0];
  const fold = () => {
    pieces.push(new Blob(fresh));
    fresh = [];
    freshBytes = 0;
  };
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    fresh.push(value);
    bytes += value.length;
    freshBytes += value.length;
    if (freshBytes >= pieceSize) fold();
    onProgress({ bytes, expected });
  }
  fold();
  return new Blob(pieces, { type: 'application/zip' });
}
