// Cuts what was found into months and, inside of them, into the parts that are built together.
import type { CheckIn } from '../../contract.ts';
import { chunksOf, type Chunk, type FoundPages } from '../queries/check-in-cache.ts';
import { monthBounds, monthOf } from '../months.ts';

export type FoundMonth = {
  /** `YYYY-MM` */
  month: string;
  chunks: (Chunk<CheckIn> & { key: string })[];
};

/** Newest first. A part never spans two pages, so that one more page changes none that is there. */
export function foundMonths(
  pages: FoundPages['pages'],
  hidden: ReadonlySet<string>,
  timezone: string,
  chunkSize: number,
): FoundMonth[] {
  const months: FoundMonth[] = [];
  let begins = '';
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
      // Both are instants in UTC written alike, so that the older one is the lesser text.
      if (months.length === 0 || row.created_at < begins) {
        endRun();
        const month = monthOf(row.created_at, timezone);
        begins = monthBounds(month, timezone).from;
        months.push({ month, chunks: [] });
      }
      run.push(row);
    }
    endRun();
  });
  return months;
}
