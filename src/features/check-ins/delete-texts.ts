/** Toasts about deleted and restored entries. Separate from `texts.ts`, so that they are loaded with the action. */
export const deleteTexts = {
  title: 'Entry deleted',
  failed: 'Failed to delete entry',
  failedDetail: "It's back on your timeline. Please try again.",
  restored: 'Entry restored',
  restoreFailed: 'Failed to restore entry',
  restoreFailedDetail: "It's still under Recently deleted. Please try again.",
} as const;
