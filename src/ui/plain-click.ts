import type { MouseEvent } from 'react';

/** Whether a press on a link means "go there here", and not "open it in another window or tab". */
export function isPlainClick(event: MouseEvent): boolean {
  return !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
