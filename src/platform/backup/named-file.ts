/** A stored file that a row names. */
export type NamedFile = {
  key: string;
  /** In bytes; null if the row does not say. */
  size: number | null;
  /** In hex; null if the row does not say. */
  sha256: string | null;
};
