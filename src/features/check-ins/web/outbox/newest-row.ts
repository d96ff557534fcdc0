import type { CheckIn } from '../../contract.ts';
import { withArrived } from '../queries/check-in-cache.ts';

/**
 * The entry to show after it was sent. `loaded`: its row on the timeline, if it is already there. A live event brought
 * it after `saved` was answered, so that only the files that have arrived since are taken from `saved`.
 */
export function newestRow(loaded: CheckIn | undefined, saved: CheckIn): CheckIn {
  if (!loaded) return saved;
  return loaded.missing_files
    .filter(({ id }) => !saved.missing_files.some((missing) => missing.id === id))
    .reduce((row, { id }) => withArrived(row, id), loaded);
}
