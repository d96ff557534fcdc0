import { useEffect, useState } from 'react';
import type { CheckIn } from '../../contract.ts';

/** How long files of a new entry are awaited before they count as lost: 15 requests, 800 ms apart, on a slow line (R-B5). */
const arrivingMs = 15_000;

/** Whether announced files of an entry may still be on their way from another window. */
export function useArriving({ missing_files, recorded_at }: CheckIn): boolean {
  const due = missing_files.length > 0;
  const [young, setYoung] = useState(() => Date.now() - Date.parse(recorded_at) < arrivingMs);
  useEffect(() => {
    if (!due || !young) return;
    const timer = setTimeout(() => setYoung(false), arrivingMs);
    return () => clearTimeout(timer);
  }, [due, young]);
  return due && young;
}
