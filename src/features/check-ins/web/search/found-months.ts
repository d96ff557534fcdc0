// Splits search results into months, and each month into chunks that render together.
import type { CheckIn } from '../../contract.ts';
import { chunksOf, type Chunk, type FoundPages } from '../queries/check-in-cache.ts';
import { monthBounds, monthOf } from '#platform/clock/days.ts';

export type FoundMonth = {
  /** `YYYY-MM` */
  month: string;
  chunks: (Chunk<CheckIn> & { key: string })[];
};

/** Newest month first. A chunk never spans two pages, so that loading another page changes no existing chunk. */
export function foundMonths(
  pages: FoundPages['pages'],
  hidden: ReadonlySet<string>,
  timezone: string,
  chunkSize: number,
): FoundMonth[] {
  const months: FoundMonth[] = [];
  let monthStart = '';
  pages.forEach((page, pageNumber) => {
    let run: CheckIn[] = [];
    const endRun = () => {
      const month = months.at(-1);
      for (const chunk of chunksOf(run, run.length, chunkSize))
        month?.chunks.push({ ...chunk, key: `${pageNumber} ${chunk.number}` });
      run = [];
    };
    for (const row of page.rows) {
      if (hidden.has(row.id)) continue;
      // Both are UTC instants in the same format, so string order is time order.
      if (months.length === 0 || row.created_at < monthStart) {
        endRun();
        const month = monthOf(row.created_at, timezone);
        monthStart = monthBounds(month, timezone).from;
        months.push({ month, chunks: [] });
      }
      run.push(row);
    }
    endRun();
  });
  return months;
}
