import { useEffect, useState } from 'react';
import { limits } from '../constants.ts';

/**
 * Whether the page has been in front long enough for the user to have seen it. Another site can have the user double-click on a
 * window that closes with the first press, over another that has gone to this page: the second press must not decide.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => watchSettled(setSettled), []);
  return settled;
}

/** Reports false now and whenever the window comes to the front, and true some time after. Returns how to stop. */
export function watchSettled(report: (settled: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function restart() {
    clearTimeout(timer);
    report(false);
    timer = setTimeout(() => report(true), limits.settleMs);
  }
  restart();
  addEventListener('focus', restart);
  document.addEventListener('visibilitychange', restart);
  return () => {
    clearTimeout(timer);
    removeEventListener('focus', restart);
    document.removeEventListener('visibilitychange', restart);
  };
}
