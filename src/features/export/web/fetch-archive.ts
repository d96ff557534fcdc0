// Downloads the archive with progress. A plain link would show neither progress nor errors.
import { offlineProblem, problemFrom } from '#platform/http/client.ts';
import { sizeHeader } from '../constants.ts';

export type DownloadProgress = {
  bytes: number;
  /** Approximate total size in bytes. */
  expected: number;
};

/** Bytes held in memory before they become a Blob, which browsers may keep on disk. */
const blobSize = 16 * 1024 * 1024;

/** Fetches the whole archive. Throws `Problem`; an abort throws the signal's reason. */
export async function fetchArchive(
  signal: AbortSignal,
  onProgress: (progress: DownloadProgress) => void,
): Promise<Blob> {
  try {
    const response = await fetch('/api/export', { signal });
    if (!response.ok) throw problemFrom(response.status, await response.text());
    return await readBody(response, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    // A connection lost during the download counts as offline.
    throw error instanceof TypeError ? offlineProblem() : error;
  }
}

async function readBody(response: Response, onProgress: (progress: DownloadProgress) => void): Promise<Blob> {
  const expected = Number(response.headers.get(sizeHeader));
  const blobs: Blob[] = [];
  let buffered: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, bufferedBytes] = [0, 0];
  const flush = () => {
    blobs.push(new Blob(buffered));
    buffered = [];
    bufferedBytes = 0;
  };
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    buffered.push(value);
    bytes += value.length;
    bufferedBytes += value.length;
    if (bufferedBytes >= blobSize) flush();
    onProgress({ bytes, expected });
  }
  flush();
  return new Blob(blobs, { type: 'application/zip' });
}
