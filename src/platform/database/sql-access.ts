// Who may do what by SQL, independent of the application's checks. Each feature and each mechanism of the platform lists
// its tables and functions in `sql/access.ts`. The suites of tests/access compare the lists with the database, which
// must refuse everything that is not listed. Only tests and checks read them.

export type Rights = {
  /** Columns, or all of them. */
  columns: readonly string[] | 'all';
  /** The rows within reach, as a condition. $1 is the viewer (null without one). */
  rows: string;
};

/** The rights of both roles on a table or view. */
export type Table = {
  /** Identifies a row. Readable wherever rows are within reach. */
  key: string;
  /** Out of reach for a viewer who came with an API token (R-N1). */
  sessionsOnly?: true;
  app?: { select?: Rights; insert?: Rights; update?: Rights; delete?: { rows: string } };
  jobs?: { select?: Rights; update?: Rights; delete?: { rows: string } };
};

/** Tables and views of the schemas public and app, by name with schema. */
export type Tables = Readonly<Record<string, Table>>;

/** The rows of the viewer, in most tables. */
export const own = 'user_id = $1';

/**
 * What guards a function that requests may call. `signature`: only the application can make the call. `viewer`: it acts on
 * the viewer's data, and without a viewer on none. `token`: it takes the hash of a token, which the role cannot read.
 * `nothing`: its result is public.
 */
export type Guard = 'signature' | 'viewer' | 'token' | 'nothing';

/**
 * Functions of the schema app, by name without schema, and the roles that may call them. Only triggers and other functions
 * call one without a role.
 */
export type Functions = Readonly<Record<string, { app?: Guard; jobs?: true }>>;
