import type { CheckIn } from '../../contract.ts';
import { withArrived } from '../queries/check-in-cache.ts';

/**
 * The entry to show after it was sent. `loaded` is its row, if it is already on the timeline: a live event brought it
 * after the response `saved`, from which only files that have arrived since then are taken.
 */
export function newestRow(loaded: CheckIn | undefined, saved: CheckIn): CheckIn {
  if (!loaded) return saved;
  return loaded.missing_files
    .filter(({ id }) => !saved.missing_files.some((missing) => missing.id === id))
    .reduce((row, { id }) => withArrived(row, id), loaded);
}
