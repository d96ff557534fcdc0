// What every page watches for, from its first rendering on.
import { watchCoveredEdges } from '#ui/covered-edges.ts';
import { watchLostFocus } from '#ui/lost-focus.ts';
import { closeStrayPopovers } from '#ui/stray-popovers.ts';

/** Call it once per page. */
export function startWatchers(): void {
  watchLostFocus();
  watchCoveredEdges();
  closeStrayPopovers();
}
