// Every statement that reads rows is declared once, with the columns that it returns, and its row type follows from
// them. A test (src/app/server/statements.test.ts) compares each declaration with how the migrated database describes
// the statement, so the types can be relied on (docs/decisions/0025-declared-statements.md).
import type pg from 'pg';
import type { Columns, RowOf } from './columns.ts';

/** For a statement that returns no columns, such as an update, or only the void result of a function. */
type NoColumns = Record<string, never>;

export type Statement<C extends Columns = Columns> = {
  readonly text: string;
  /** With a name, each connection prepares the statement once, and the server may reuse its plan. */
  readonly name?: string | undefined;
  readonly row?: C;
};

/** The type of one row of a statement. */
export type RowIn<S extends Statement> = S extends Statement<infer C> ? RowOf<C> : never;

const declared: Statement[] = [];

/** All statements of the modules that are loaded. */
export const declaredStatements: readonly Statement[] = declared;

/**
 * Declares a statement. Call it at the top level of a module: the test knows only statements that a module declares.
 * Throws if another one has the same name, because pg would refuse to send it.
 */
export function statement<C extends Columns = NoColumns>(declaration: Statement<C>): Statement<C> {
  const { name } = declaration;
  if (name !== undefined && declared.some((other) => other.name === name))
    throw new Error(`Two statements are named ${name}.`);
  declared.push(declaration);
  return declaration;
}

/** Runs a statement as the role of the pool or connection, without a viewer. */
export async function query<C extends Columns>(
  client: pg.Pool | pg.ClientBase,
  { text, name }: Statement<C>,
  values: unknown[] = [],
): Promise<RowOf<C>[]> {
  const { rows } = await client.query<RowOf<C>>({ text, name, values });
  return rows;
}
