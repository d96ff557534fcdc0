import { useEffect, useState } from 'react';
import type { CheckIn } from '../../contract.ts';

/** How long to wait for a new entry's files before they count as lost: 15 polls, 800 ms apart, plus latency (R-B5). */
const arrivingMs = 15_000;

/** Whether another tab or device may still be uploading announced files of the entry. */
export function useArriving({ missing_files, recorded_at }: CheckIn): boolean {
  const expected = missing_files.length > 0;
  const [recent, setRecent] = useState(() => Date.now() - Date.parse(recorded_at) < arrivingMs);
  useEffect(() => {
    if (!expected || !recent) return;
    const timer = setTimeout(() => setRecent(false), arrivingMs);
    return () => clearTimeout(timer);
  }, [expected, recent]);
  return expected && recent;
}
