import { useEffect, useState } from 'react';

/** Whether an instant, up to 24 days ahead, has passed. Null never does. */
export function useReached(at: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  const isReached = at !== null && Date.parse(at) <= now;
  useEffect(() => {
    if (at === null || isReached) return undefined;
    const left = Math.max(0, Date.parse(at) - Date.now());
    const timer = setTimeout(() => setNow(Date.now()), left + 50);
    return () => clearTimeout(timer);
  }, [at, isReached]);
  return isReached;
}
