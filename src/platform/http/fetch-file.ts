// Downloads a file with progress. A plain link would show neither progress nor errors.
import { offlineProblem, problemFrom } from './client.ts';
import { readyToSend } from './send-gate.ts';

export type DownloadProgress = {
  bytes: number;
  /** Total size in bytes, which may be an estimate. 0 while it is unknown. */
  expected: number;
};
export const notStarted: DownloadProgress = { bytes: 0, expected: 0 };

type Options = {
  signal: AbortSignal;
  onProgress: (progress: DownloadProgress) => void;
  /** The header with the total size. */
  sizeHeader?: string;
};

/** Bytes held in memory before they become a Blob, which browsers may keep on disk. */
const blobSize = 16 * 1024 * 1024;

/** Fetches all bytes. Throws `Problem`; an abort throws the signal's reason. */
export async function fetchFile(
  path: string,
  { signal, onProgress, sizeHeader = 'content-length' }: Options,
): Promise<Blob> {
  try {
    await readyToSend();
    const response = await fetch(path, { signal });
    if (!response.ok) throw problemFrom(response.status, await response.text());
    return await readBody(response, Number(response.headers.get(sizeHeader)), onProgress);
  } catch (error) {
    signal.throwIfAborted();
    // A connection lost during the download counts as offline.
    throw error instanceof TypeError ? offlineProblem() : error;
  }
}

async function readBody(
  response: Response,
  expected: number,
  onProgress: Options['onProgress'],
): Promise<Blob> {
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
  return new Blob(blobs, { type: response.headers.get('content-type') ?? '' });
}

/** 0 to 99, because the total may be an estimate. Null while it is unknown. */
export function percentOf({ bytes, expected }: DownloadProgress): number | null {
  return bytes === 0 || expected === 0 ? null : Math.min(99, (bytes / expected) * 100);
}

/** Lets the user save the bytes under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
