/** After so many interactions a guest is asked once to save the progress (R-I2). */
export const interactionsBeforePrompt = 2;

/** Whether an operation is something that the person did to an entry or a goal: not reading, undoing, or its files. */
export function isInteraction(key: string): boolean {
  return /^(POST|PATCH|DELETE) \/api\/(check_ins|goals)(\/:id(\/complete)?)?$/.test(key);
}
