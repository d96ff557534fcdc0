/** Does a piece of work unless another window of this browser is at it: then nothing, and `undefined`. */
export async function onlyHere<Answer>(
  name: string,
  work: () => Promise<Answer>,
): Promise<Answer | undefined> {
  // Absent on plain http: what is done here does no harm when it is done twice.
  if (!navigator.locks) return work();
  return navigator.locks.request(`logbook-${name}`, { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  );
}
