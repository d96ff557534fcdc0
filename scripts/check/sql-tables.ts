// The import law for SQL: a function or a statement reads and writes the tables of its own feature, and asks other features
// through their functions. `access.ts` in a folder `sql` lists the tables that belong to it. A trigger may be on any table: that is how
// a feature follows what happens to rows of another one.
import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { modulesOf, type Module } from './modules.ts';
import { reviewedAccess } from './sql-tables-reviewed.ts';
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

/**
 * Who a user is: names and verified addresses are part of most results, and a function for each row would cost too much.
 * Other features may read and lock these, and never write them.
 */
const readByAll = ['public.users', 'public.user_emails', 'public.profiles', 'public.public_profiles'];

/** `features/<noun>`, or the platform as a whole. */
const unitOf = (path: string) => /^src\/(features\/[^/]+|platform)\//.exec(path)?.[1];
const isInSql = (path: string) => unitOf(path) !== undefined && posix.basename(posix.dirname(path)) === 'sql';

export const sqlTables: Check = {
  name: 'SQL tables',
  run(tree) {
    const { owners, problems } = ownersOf(tree);
    const functions = tree.files.filter((path) => isInSql(path) && path.endsWith('.sql'));
    const stores = [...modulesOf(tree).values()].filter(({ path }) => unitOf(path) && !isTest(path));
    const found = [
      ...functions.flatMap((file) => foreignTables(tree, file, owners)),
      ...stores.flatMap((module) => foreignTablesOfStatements(tree, module, owners)),
    ];
    const isReviewed = ({ file, table }: Access) => reviewedAccess[nameOf(file)]?.includes(table) ?? false;
    return {
      problems: [
        ...problems,
        ...found.filter((access) => !isReviewed(access)).map(problemOf),
        ...stale([...functions, ...stores.map(({ path }) => path)], found),
      ],
      figure: `${found.length} reviewed accesses in ${new Set(found.map(({ file }) => file)).size} files`,
    };
  },
};

/** Of a function, or the path of a module in `src`. */
const nameOf = (file: string) =>
  file.endsWith('.sql') ? posix.basename(file, '.sql') : file.slice('src/'.length);

/** Each table of the migrations has exactly one owner. */
function ownersOf(tree: Tree): { owners: Map<string, string>; problems: Problem[] } {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  for (const module of modulesOf(tree).values()) {
    const unit = unitOf(module.path);
    if (!unit || !isInSql(module.path) || posix.basename(module.path) !== 'access.ts') continue;
    for (const table of tablesOf(module)) {
      const other = owners.get(table);
      if (other)
        problems.push({
          file: module.path,
          what: `${table} also belongs to ${other}`,
          belongs: 'one sql/access.ts',
        });
      owners.set(table, unit);
    }
  }
  const migrations = tree.files.filter((path) => /^migrations\/\d{4}_.*\.sql$/.test(path));
  for (const file of migrations) {
    for (const [, name] of tree.text(file).matchAll(/^create (?:table|view) ([\w.]+)/gm)) {
      const table = name!.includes('.') ? name! : `public.${name}`;
      if (owners.has(table)) continue;
      problems.push({
        file,
        what: `${table} belongs to no feature`,
        belongs: 'the sql/access.ts of its feature',
      });
    }
  }
  return { owners, problems };
}

/** The keys of the object `tables`. */
function tablesOf({ parsed }: Module): string[] {
  const tables: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== 'tables' || init?.type !== 'ObjectExpression') return;
      for (const property of init.properties)
        if (property.type === 'Property' && property.key.type === 'Literal')
          tables.push(String(property.key.value));
    },
  }).visit(parsed.program);
  return tables;
}

/** Whether the table after this text is written. */
const isWritten = (before: string) => /\b(?:insert into|update|delete from) $/.test(before);

type Access = { file: string; line: number; table: string; owner: string };

/** The tables of other units that a function names, each once. Functions name tables with their schema. */
function foreignTables(tree: Tree, file: string, owners: Map<string, string>): Access[] {
  const text = tree.text(file).replace(/--.*/g, (comment) => ' '.repeat(comment.length));
  const seen = new Set<string>();
  return [...text.matchAll(/\b(?:public|app)\.\w+\b(?!\()/g)].flatMap(({ 0: table, index }) => {
    const owner = owners.get(table);
    if (owner === undefined || owner === unitOf(file) || seen.has(table)) return [];
    if (readByAll.includes(table) && !isWritten(text.slice(0, index))) return [];
    seen.add(table);
    return [{ file, line: lineAt(text, index), table, owner }];
  });
}

const namedTable = /\b(?:from|join|into|update|using)\s+([\w.]+)\b(?!\()/g;

/** As far as they are in the same module: a statement may be put together from constants. */
function foreignTablesOfStatements(tree: Tree, module: Module, owners: Map<string, string>): Access[] {
  const { path: file, parsed } = module;
  if (!tree.text(file).includes('statement(')) return [];
  const seen = new Set<string>();
  const found: Access[] = [];
  const read = (text: string, start: number) => {
    for (const { 0: match, 1: name, index } of text.matchAll(namedTable)) {
      const table = name!.includes('.') ? name! : `public.${name}`;
      const owner = owners.get(table);
      if (owner === undefined || owner === unitOf(file) || seen.has(table)) continue;
      const before = text.slice(0, index + match.length - name!.length);
      if (readByAll.includes(table) && !isWritten(before)) continue;
      seen.add(table);
      found.push({ file, line: lineAt(tree.text(file), start), table, owner });
    }
  };
  new Visitor({
    Literal: ({ value, start }) => void (typeof value === 'string' && read(value, start)),
    TemplateElement: ({ value, start }) => read(value.raw, start),
  }).visit(parsed.program);
  return found;
}

function problemOf({ file, line, table, owner }: Access): Problem {
  return {
    file,
    line,
    what: `names ${table}, which belongs to ${owner}`,
    belongs: `a function in src/${owner}, which this one calls`,
  };
}

function stale(files: string[], found: Access[]): Problem[] {
  return files.flatMap((file) =>
    (reviewedAccess[nameOf(file)] ?? [])
      .filter((table) => !found.some((access) => access.file === file && access.table === table))
      .map((table) => ({
        file,
        what: `no longer names ${table}`,
        belongs: 'remove it from scripts/check/sql-tables-reviewed.ts',
      })),
  );
}
