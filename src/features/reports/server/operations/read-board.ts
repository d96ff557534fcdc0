import { unknownSender } from '#features/shoutouts/texts.ts';
import { dayMs } from '#platform/clock/durations.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { limits, periods } from '../../constants.ts';
import type { BoardFilter, BoardSlip } from '../../contract.ts';
import { owner, shoutoutCount, shoutoutRows } from '../store.ts';
import { reportZone } from './report-zone.ts';

export type Board = { name: string; timezone: string; rows: BoardSlip[]; count: number };

/** The board of the viewer's newest shoutouts. Starts all its queries together. Undefined without a viewer. */
export async function readBoard(
  tx: Reader,
  { timezone, direction, period }: BoardFilter & { timezone?: string | undefined },
  now: number,
): Promise<Board | undefined> {
  const from = period === undefined ? '-infinity' : new Date(now - periods[period] * dayMs).toISOString();
  const [found, rows, count] = await Promise.all([
    owner(tx),
    shoutoutRows(tx, { from, to: 'infinity' }, { limit: limits.board, direction, unknown: unknownSender }),
    shoutoutCount(tx, from, { limit: limits.counted + 1, direction }),
  ]);
  if (!found) return undefined;
  return {
    name: found.full_name,
    timezone: reportZone(timezone, found.time_zone),
    rows,
    count,
  };
}
