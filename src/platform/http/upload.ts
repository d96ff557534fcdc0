// Sends a form with XMLHttpRequest, because fetch does not report upload progress.
import { offlineProblem, Problem, problemFrom } from './client.ts';
import { readyToSend } from './send-gate.ts';

/** Whether the server would refuse the same file again: it is too large, empty, or of a type that is not accepted. */
export function isFileRefused(error: unknown): boolean {
  return error instanceof Problem && ([413, 415].includes(error.status) || error.code === 'file_empty');
}

/**
 * Posts a form and resolves to the response. `onSent` receives the bytes sent so far. Throws `Problem` as the client
 * does; after an abort, the signal's reason.
 */
export async function uploadForm<Body>(
  url: string,
  form: FormData,
  onSent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<Body> {
  const ready = readyToSend();
  if (ready) await ready;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(problemFrom(request.status, request.responseText));
        return;
      }
      try {
        resolve(JSON.parse(request.responseText) as Body);
      } catch {
        reject(problemFrom(request.status, ''));
      }
    };
    request.onerror = request.ontimeout = () => reject(offlineProblem());
    request.onabort = () => reject(signal?.aborted ? (signal.reason as Error) : offlineProblem());
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(form);
  });
}
