/** What one response of a tool contains at most: an assistant reads every character of it. */
export const limits = {
  /** Entries, goals or quotes of a page. */
  page: 20,
  /** Characters of a text in a list. A longer one is cut, and read with `read_entry`. */
  excerpt: 1000,
  /** Entries, and as many goals and quotes, of a week summary. */
  week: 40,
  /** Bytes of a message: those of `POST /api/capture`, and the envelope of the protocol. */
  body: 130 * 1024,
} as const;
