export const limits = {
  /** Characters shown of a text that comes from the link (R-G1). */
  linkText: 2000,
} as const;
