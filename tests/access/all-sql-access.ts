// The lists of all files `sql/access.ts` as one.
import type { Functions, Guard, Tables } from '#platform/database/sql-access.ts';

type Lists = { tables?: Tables; functions?: Functions };

const files = import.meta.glob<Lists>('../../src/{features,platform}/*/sql/access.ts', { eager: true });

/** Throws if a name is in several lists. */
function merged<Entry>(lists: readonly Readonly<Record<string, Entry>>[]): Record<string, Entry> {
  const all: Record<string, Entry> = {};
  for (const [name, entry] of lists.flatMap((list) => Object.entries(list))) {
    if (Object.hasOwn(all, name)) throw new Error(`Two files sql/access.ts list ${name}.`);
    all[name] = entry;
  }
  return all;
}

export const tables = merged(Object.values(files).map((file) => file.tables ?? {}));
export const functions = merged(Object.values(files).map((file) => file.functions ?? {}));

/** The guards of the functions that the application's role may call. */
export const guards: Record<string, Guard> = Object.fromEntries(
  Object.entries(functions).flatMap(([name, { app }]) => (app ? [[name, app]] : [])),
);

/** The SQL file of each listed function, which is in the folder of the list. Paths from the root. */
export const functionFiles = Object.entries(files).flatMap(([path, file]) =>
  Object.keys(file.functions ?? {}).map((name) =>
    path.replace('../../', '').replace('access.ts', `app.${name}.sql`),
  ),
);
