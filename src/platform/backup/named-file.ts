import type pg from 'pg';

/** A stored file that a row names. */
export type NamedFile = {
  key: string;
  /** In bytes; null if the row does not say. */
  size: number | null;
  /** In hex; null if the row does not say. */
  sha256: string | null;
};

/** Where a feature stores files of users, each under the id of its user. */
export type UserStorage = {
  bucket: string;
  /** The files that rows name, read as the owner of the database. A backup contains them. */
  named: (owner: pg.ClientBase) => Promise<NamedFile[]>;
};
