/** Number of interactions after which a guest sees the Save Your Progress prompt, once (R-I2). */
export const interactionsBeforePrompt = 2;
