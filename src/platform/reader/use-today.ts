import { useEffect, useState } from 'react';
import { dayOf, untilTomorrow } from '../clock/days.ts';

/** Today as `YYYY-MM-DD`. Updates at midnight, and when a sleeping page wakes up. */
export function useToday(timezone: string): string {
  const [today, setToday] = useState(() => dayOf(Date.now(), timezone));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function update() {
      clearTimeout(timer);
      const now = Date.now();
      setToday(dayOf(now, timezone));
      timer = setTimeout(update, Math.max(1000, untilTomorrow(now, timezone) + 50));
    }
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [timezone]);
  return today;
}
