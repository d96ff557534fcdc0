/** What the marks behind the labels of the chips mean. Separate from `texts.ts`, so that they are loaded with the marks. */
export const proofTexts = { unanswered: () => 'waiting for your answer', uploaded: 'uploaded' };
