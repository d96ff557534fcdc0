import { useQuery } from '@tanstack/react-query';
import { texts } from '../../texts.ts';
import { monthsQuery } from '../queries/check-in-queries.ts';
import { wholeNumber } from '#platform/reader/formats.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';

/** The number of entries in the logbook, as text. Renders nothing if there are none. */
export function EntryCount({ userId }: { userId: string }) {
  const { data } = useQuery(monthsQuery({ userId, timezone: readerTimeZone() }));
  const count = data?.months.reduce((sum, month) => sum + month.count, 0) ?? 0;
  return count > 0 && <> · {texts.entriesCount(count, wholeNumber(count))}</>;
}
