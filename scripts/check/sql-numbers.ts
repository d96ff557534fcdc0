// Numbers of the product come from its contract: a function of the database gets them as parameters, or by a placeholder of
// src/app/server/schema.ts, and a statement of a module gets its durations as parameters. A literal would be a second home,
// and the constant a decoy.
import { posix } from 'node:path';
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

/** Literals that are no numbers of the product, by function or module, with the reason. */
const allowed: Record<string, Record<string, string>> = {
  'app.access_of': { '50': 'an estimate for the planner' },
  'app.add_up_dates': { '8': 'bytes of a date, and a share of a month', '512': 'when a month is large' },
  'app.api_token_for': { '32': 'bytes of a hash', '33': 'the byte after a hash' },
  'app.by_token': { '100': 'characters of an id and a proof' },
  'app.count_changed_date': { '64.0': 'how often changes are added up' },
  'app.count_deleted_dates': { '64.0': 'how often changes are added up' },
  'app.count_new_dates': { '64.0': 'how often changes are added up' },
  'app.count_new_tags': { '64.0': 'how often changes are added up' },
  'app.count_tags': { '64.0': 'how often changes are added up' },
  'app.enter': { '2': 'the word after the scope', '32': 'bytes of a hash', '33': 'the byte after a hash' },
  'app.mails_of_day': { "interval '1 day'": 'the limits are for a day' },
  'app.mark_source': {
    '100': 'characters of an id and a proof',
    '137': 'the character after two ids and a proof',
  },
  'app.password_salt': { '16': 'bytes of a salt' },
  'app.mail_address_for': { '32': 'bytes of a hash', '33': 'the byte after a hash' },
  'app.public_key': { '32': 'characters of a key' },
  'app.remove_bytes': { '500': 'paths of one job' },
  'app.start_session': { '3': 'a type with milliseconds' },
  'app.tags_of': { '2': 'the character after the #' },
  'app.team_cards': { "interval '1 microsecond'": 'the next instant' },
  'app.use_second_factor': {
    '32': 'bytes of a hash',
    '8': 'bytes of a number',
    '64': 'bits of a number',
    '16': 'bytes of an id',
    '17': 'the byte after an id',
    '25': 'the byte after an id and a number',
  },
  'app.viewer': {
    '36': 'characters of an id',
    '37': 'the character after an id',
    '64': 'characters of a proof',
    '100': 'characters of an id and a proof',
    '101': 'the character after them',
  },
  'app.viewer_token': { '36': 'characters of an id', '101': 'the character after an id and a proof' },
  'app.withdraw_mail': { "interval '1 day'": 'the limits are for a day' },
  'unsigned.take_try': { "interval '30 seconds'": 'when the process of an attempt has died' },
  'features/accounts/server/jobs.ts': { "interval '1 day'": 'when policies let jobs delete expired links' },
  'features/check-ins/server/month-store.ts': {
    "interval '1 month'": 'the next month',
    "interval '1 ms'": 'the next instant',
  },
  'features/check-ins/server/store.ts': { "interval '30 seconds'": 'longer than any transaction' },
  'features/shoutouts/server/store.ts': { "interval '30 seconds'": 'longer than any transaction' },
  'platform/backup/bytes-lock.ts': { "interval '1 minute'": 'when a postponed job runs again' },
  'platform/http/attempts.ts': { "interval '1 day'": 'when a policy lets jobs delete attempts' },
  'platform/jobs/worker.ts': { "interval '30 seconds'": 'when the process of a job has died' },
  'platform/mail/jobs.ts': { "interval '30 seconds'": 'when the job of an email is late' },
};

const duration =
  /(?:interval\s+)?'\d[\d.]*\s*(?:micro|milli)?(?:second|minute|hour|day|week|month|year|s|min|h|d)s?'/g;
/** A duration written as a number, such as `make_interval(days => 1)`. */
const named = /=>\s*\d[\d.]*/g;
/** Zero and one are arithmetic: an increment, the first element, no rows. */
const number = /(?<![\w$.])(?!(?:0|1)(?![\d.]))\d+(?:\.\d+)?/g;

export const sqlNumbers: Check = {
  name: 'SQL numbers',
  run(tree) {
    const files = tree.files.filter((path) => /^src\/.*\.sql$/.test(path) || isStore(tree, path));
    const found = files.flatMap((file) => literalsIn(tree, file));
    const problems = [
      ...found.filter(({ file, literal }) => !reasonFor(file, literal)).map(problemOf),
      ...unused(files, found),
    ];
    return { problems, figure: `${found.length} reviewed literals in ${files.length} functions and modules` };
  },
};

type Found = { file: string; line: number; literal: string };

/** Whether a module of a feature or of the platform has statements. */
const isStore = (tree: Tree, path: string) =>
  /^src\/(features|platform)\/.*\.tsx?$/.test(path) &&
  !isTest(path) &&
  tree.text(path).includes('statement(');

/** The function, or the path of the module in `src`. */
const functionOf = (file: string) =>
  file.endsWith('.sql') ? posix.basename(file, '.sql') : file.slice('src/'.length);
const reasonFor = (file: string, literal: string) => allowed[functionOf(file)]?.[literal];

function literalsIn(tree: Tree, file: string): Found[] {
  if (!file.endsWith('.sql')) return durationsIn(tree.text(file), file);
  const text = tree.text(file).replace(/--.*/g, blank);
  // Other strings may contain digits that are no numbers.
  const code = text
    .replace(duration, blank)
    .replace(named, blank)
    .replace(/'[^']*'/g, blank);
  const matches = [...text.matchAll(duration), ...text.matchAll(named), ...code.matchAll(number)];
  return matches.map(({ 0: literal, index }) => ({ file, line: lineAt(text, index), literal }));
}

/** In the SQL of a module. Other numbers of its code are none of SQL. */
function durationsIn(text: string, file: string): Found[] {
  const matches = text.matchAll(/interval '\d[^']*'|make_interval\(\w+ => \d+\)/g);
  return [...matches].map(({ 0: literal, index }) => ({ file, line: lineAt(text, index), literal }));
}

/** Keeps the positions. */
const blank = (part: string) => ' '.repeat(part.length);

function problemOf({ file, line, literal }: Found): Problem {
  return {
    file,
    line,
    what: `contains ${literal}`,
    belongs:
      'a constant of the contract, passed as a parameter or by a placeholder of src/app/server/schema.ts',
  };
}

/** Exceptions that no longer apply, if the tree has their function. */
function unused(files: string[], found: Found[]): Problem[] {
  return files.flatMap((file) =>
    Object.keys(allowed[functionOf(file)] ?? {})
      .filter((literal) => !found.some((one) => one.file === file && one.literal === literal))
      .map((literal) => ({
        file,
        what: `no longer contains ${literal}`,
        belongs: 'remove it from the list in scripts/check/sql-numbers.ts',
      })),
  );
}
