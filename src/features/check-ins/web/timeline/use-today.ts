import { useEffect, useState } from 'react';
import { dayOf, untilTomorrow } from '../months.ts';

/** Today as `YYYY-MM-DD`; it changes at midnight, and when a page that slept comes back. */
export function useToday(timezone: string): string {
  const [today, setToday] = useState(() => dayOf(Date.now(), timezone));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function look() {
      clearTimeout(timer);
      const now = Date.now();
      setToday(dayOf(now, timezone));
      timer = setTimeout(look, Math.max(1000, untilTomorrow(now, timezone) + 50));
    }
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [timezone]);
  return today;
}
