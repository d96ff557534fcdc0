/** Runs work with another value of a constant. */
export async function changed<T>(constants: object, other: object, work: () => Promise<T>): Promise<T> {
  const current = { ...constants };
  Object.assign(constants, other);
  try {
    return await work();
  } finally {
    Object.assign(constants, current);
  }
}
