/** Number of interactions after which a guest sees the Save Your Progress prompt, once (R-I2). */
export const interactionsBeforePrompt = 2;

/** Whether an operation counts as an interaction with an entry or a goal. Reads, undos and file operations do not. */
export function isInteraction(key: string): boolean {
  return /^(POST|PATCH|DELETE) \/api\/(check_ins|goals)(\/:id(\/complete)?)?$/.test(key);
}
