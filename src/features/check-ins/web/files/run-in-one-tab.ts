/** Runs `work` unless another tab of this browser is running it. In that case, returns `undefined`. */
export async function runInOneTab<Answer>(
  name: string,
  work: () => Promise<Answer>,
): Promise<Answer | undefined> {
  // Locks are missing on plain HTTP. All work done here is idempotent, so running it twice is harmless.
  if (!navigator.locks) return work();
  return navigator.locks.request(`logbook-${name}`, { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  );
}
