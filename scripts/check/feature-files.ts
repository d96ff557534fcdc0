// A closed set of file names: readers know which file to open before they open the folder.
import { posix } from 'node:path';
import type { Check, Problem, Tree } from './tree.ts';

const shape =
  'a feature has contract.ts, constants.ts, rules.ts, texts.ts, server/{feature.ts, routes.ts, store.ts, jobs.ts, mails.tsx, operations/<verb>.ts, documents/<name>.tsx} ' +
  'its database functions in sql/<schema>.<function>.sql, triggers in sql/triggers.<feature>.sql, its tables and who may use both in sql/access.ts ' +
  '(a topic that outgrows rules.ts, texts.ts or store.ts gets <topic>-rules.ts, <topic>-texts.ts, server/<topic>-store.ts) ' +
  'web/<what-the-user-sees>.tsx, grouped in web/<part>/ if there are many, ' +
  'program/<name>.ts, which runs on the machine of the user, grouped in program/<part>/ if there are many, ' +
  'read/<name>.ts, which reads files of other programs for both, ' +
  'and verify/<name>.ts, which checks a file on both sides, with tests next to them';
const kebab = '[a-z0-9]+(?:-[a-z0-9]+)*';
const allowed = [
  /^([a-z]+-)?(constants|contract|rules|texts)\.ts$/,
  /^server\/(feature|routes|([a-z]+-)?store|jobs)\.ts$/,
  /^sql\/access\.ts$/,
  /^server\/mails\.tsx$/,
  new RegExp(`^server/documents/${kebab}\\.(ts|tsx)$`),
  new RegExp(`^server/operations/${kebab}\\.ts$`),
  new RegExp(`^web/(${kebab}/)?${kebab}\\.(ts|tsx)$`),
  new RegExp(`^program/(${kebab}/)?${kebab}\\.ts$`),
  new RegExp(`^read/${kebab}\\.ts$`),
  new RegExp(`^verify/${kebab}\\.ts$`),
];
/** A function of the database has the name that the database knows, in the folder of its noun or mechanism. */
const databaseFunction = /^src\/(features|platform)\/[a-z-]+\/sql\/(app|unsigned|triggers)\.[a-z0-9_]+\.sql$/;
const mechanisms = [
  'backup',
  'clock',
  'colors',
  'config',
  'database',
  'disk',
  'drafts',
  'features',
  'files',
  'hashing',
  'health',
  'http',
  'jobs',
  'live',
  'log',
  'mail',
  'metrics',
  'navigation',
  'outbox',
  'pdf',
  'push',
  'reader',
  'secrets',
  'signing',
  'tabs',
  'text',
  'workers',
];
const sides = ['server', 'web', 'prerender'];

/** File names per feature, the folders of `src`, kebab-case and no index files. */
export const featureFiles: Check = {
  name: 'file names',
  run: (tree) => ({ problems: tree.files.flatMap((path) => problemOf(tree, path) ?? []) }),
};

function problemOf(tree: Tree, path: string): Problem | undefined {
  const name = posix.basename(path);
  if (!/^(src|scripts|bench|tests)\//.test(path)) return undefined;
  if (/^index\.(ts|tsx|js|mjs)$/.test(name)) {
    return {
      file: path,
      what: 'index file',
      belongs: 'import from the file that defines the name',
    };
  }
  if (path.startsWith('src/') && path.endsWith('.sql')) {
    return databaseFunction.test(path)
      ? undefined
      : { file: path, what: 'SQL outside a folder sql', belongs: 'sql/<schema>.<function>.sql of its noun' };
  }
  if (!new RegExp(`^\\.?${kebab}(\\.${kebab})*$`).test(name)) {
    return { file: path, what: 'name is not kebab-case', belongs: 'lowercase words joined by hyphens' };
  }
  const [root, layer, unit, ...rest] = path.split('/');
  if (root !== 'src') return undefined;
  if (layer === 'features') return unit ? featureProblem(tree, path, rest.join('/')) : undefined;
  if (layer === 'platform' && !mechanisms.includes(unit ?? '')) {
    return {
      file: path,
      what: `unknown mechanism "${unit}"`,
      belongs: `one of src/platform/{${mechanisms.join(',')}}; code about a noun of the product belongs in a feature`,
    };
  }
  if (layer === 'app' && rest.length > 0 && !sides.includes(unit ?? '')) {
    return {
      file: path,
      what: `unknown folder "${unit}"`,
      belongs: 'src/app/server, src/app/web or src/app/prerender',
    };
  }
  if (!['app', 'platform', 'ui'].includes(layer ?? '') || unit === undefined) {
    return { file: path, what: 'outside the four layers', belongs: 'src/{app,features,platform,ui}' };
  }
  return undefined;
}

function featureProblem(tree: Tree, path: string, inside: string): Problem | undefined {
  const subject = testSubject(path);
  if (subject) {
    if (subject.some((candidate) => tree.has(candidate))) return undefined;
    return { file: path, what: 'test without the file it tests', belongs: `next to ${subject.join(' or ')}` };
  }
  if (allowed.some((pattern) => pattern.test(inside))) return undefined;
  return { file: path, what: 'not a file name of a feature', belongs: shape };
}

/** The files that `store.test.ts` or `store.races.test.ts` may test; undefined if the path is not a test. */
function testSubject(path: string): string[] | undefined {
  const match = /^(.*\/)([^/.]+)(?:\.[^/]+)?\.test\.tsx?$/.exec(path);
  return match ? [`${match[1]}${match[2]}.ts`, `${match[1]}${match[2]}.tsx`] : undefined;
}
