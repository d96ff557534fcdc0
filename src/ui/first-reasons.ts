/** Maximum number of reasons that a message about several failures names (docs/compatibility.md). */
const shownReasons = 3;

/** The reasons to name: the first three, each once. */
export function firstReasons(reasons: readonly string[]): string[] {
  return [...new Set(reasons)].slice(0, shownReasons);
}
