import { useEffect, useState } from 'react';

/** The longest time that a timer can wait, in milliseconds: 24 days. */
const maxDelay = 2 ** 31 - 1;

/** Whether an instant has passed. Null never does. One that is more than 24 days ahead is not awaited. */
export function useReached(at: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  const isReached = at !== null && Date.parse(at) <= now;
  useEffect(() => {
    if (at === null || isReached) return undefined;
    const left = Math.max(0, Date.parse(at) - Date.now());
    if (left >= maxDelay) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left + 50);
    return () => clearTimeout(timer);
  }, [at, isReached]);
  return isReached;
}
