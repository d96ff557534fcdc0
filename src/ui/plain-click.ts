import type { MouseEvent } from 'react';

/** Whether a click on a link should navigate in place, and not open another tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
