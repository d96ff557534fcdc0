// The upload of a résumé in progress. Its state outlives the section, so that the user can open the settings meanwhile.
import { Problem } from '#platform/http/client.ts';
import { createStore } from '#ui/store.ts';
import { texts } from '../texts.ts';

export const about = 'resume';

export type Upload = {
  name: string;
  /** Bytes sent, and of the file. */
  sent: number;
  size: number;
  cancel: () => void;
};

/** The upload in progress, if any. */
export const resumeUpload = createStore<{ current: Upload | undefined }>({ current: undefined });

/** Asks to try again: right away, or when the connection is back. */
export function retryText(error: unknown): string {
  const isOffline = error instanceof Problem && error.status === 0 && !navigator.onLine;
  return isOffline ? texts.retryOffline : texts.retry;
}
