// Work that can wait: it starts once the first seconds of a page are over and the browser has nothing else to do.

/** The time after opening the page that is reserved for what it shows, in milliseconds. */
const firstMs = 3000;
/** A page that is never idle starts the work this much later. */
const maxWaitMs = 2000;

/** Calls `work` in an idle moment after the first seconds of the page. The returned function cancels that. */
export function whenIdle(work: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(
    () => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in globalThis) idle = requestIdleCallback(work, { timeout: maxWaitMs });
      else work();
    },
    Math.max(0, firstMs - performance.now()),
  );
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

/**
 * Like `whenIdle`, for loading what the user has not asked for yet. Never on a slow or metered connection. For what protects
 * the user's writing: `src/features/check-ins/web/outbox/when-active.ts`.
 */
export function fetchAhead(work: () => void): () => void {
  return savesData() ? () => undefined : whenIdle(work);
}

/** Not all browsers have it, and TypeScript does not know it. */
type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether the user or the connection asks for little data. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}
