// A check that anonymous callers may request as often as they like: concurrent callers share one run, its result is kept
// for a moment, and a run that does not end is not repeated.

/** How long a result is kept, in milliseconds. */
const keptMs = 1_000;
/** After this time, a run that has not ended counts as failed, in milliseconds. */
const withinMs = 1_500;

/** Returns a function that resolves to what `run` returns. If `run` throws or does not end in time, it is `away`. */
export function sharedCheck<Result>(run: () => Promise<Result>): () => Promise<Result | 'away'> {
  let running: Promise<Result | 'away'> | undefined;
  let bounded: Promise<Result | 'away'> | undefined;
  let keptUntil = 0;

  const start = () => {
    running ??= run()
      .catch(() => 'away' as const)
      .finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (bounded && performance.now() < keptUntil) return bounded;
    keptUntil = Infinity;
    const { promise: late, resolve } = Promise.withResolvers<'away'>();
    const timer = setTimeout(() => resolve('away'), withinMs);
    bounded = Promise.race([start(), late]).finally(() => {
      clearTimeout(timer);
      keptUntil = performance.now() + keptMs;
    });
    return bounded;
  };
}
