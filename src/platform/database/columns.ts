// The columns that a statement returns: PostgreSQL's type, and the TypeScript type that the connections make of it
// (pools.ts).
import pg from 'pg';

const { builtins } = pg.types;

export type Column<Value = unknown> = {
  /** The OID of the PostgreSQL type. */
  readonly oid: number;
  readonly nullable: boolean;
  /** All values that the column can have, if they are known. */
  readonly values?: readonly string[];
  /** Never set: it only gives the declaration its type. */
  readonly value?: Value;
};

/** Columns by their names. */
export type Columns = Readonly<Record<string, Column>>;

/** The columns of rows of this type. With `satisfies`, the compiler refuses a missing, extra or mistyped column. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> };

/** The type of a row with these columns. */
export type RowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

const column = <Value>(oid: number): Column<Value> => ({ oid, nullable: false });

export const bool = column<boolean>(builtins.BOOL);
export const int = column<number>(builtins.INT4);
// pg names no array types.
export const ints = column<number[]>(1007);
export const texts = column<string[]>(1009);
/** Sums and sizes, which never exceed 2^53. */
export const bigint = column<number>(builtins.INT8);
export const text = column<string>(builtins.TEXT);
export const uuid = column<string>(builtins.UUID);
export const bytes = column<Buffer>(builtins.BYTEA);
/** `YYYY-MM-DD` */
export const date = column<string>(builtins.DATE);
/** An ISO instant in UTC, with milliseconds. */
export const timestamptz = column<string>(builtins.TIMESTAMPTZ);

/** Text that is one of these values. */
export const oneOf = <const Value extends string>(values: readonly Value[]): Column<Value> => ({
  ...column<Value>(builtins.TEXT),
  values,
});

/** A document whose type is known only to the code that wrote it, not to the database. */
export const jsonb = <Value>(): Column<Value> => column<Value>(builtins.JSONB);

/** A table's column that may be null must be declared so, and so must an expression that may be. */
export const nullable = <Value>(of: Column<Value>): Column<Value | null> => ({ ...of, nullable: true });

/** The names, for use in SQL. */
export const list = (columns: Columns): string => Object.keys(columns).join(', ');
