// Keeps archaic wording out of comments, names, test titles, user-facing texts and documents. The list is short: its entries
// have no ordinary use in this code base, and each has a plain replacement.
import { Visitor, type VisitorObject } from 'oxc-parser';
import { modulesOf, type Module } from './modules.ts';
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

type CallExpression = Parameters<NonNullable<VisitorObject['CallExpression']>>[0];
type Entry = { source: string; words: RegExp; use: string };

/** `source` is a regular expression for whole words. */
const avoid = (source: string, use: string): Entry => ({
  source,
  words: new RegExp(`\\b(?:${source})\\b`, 'gi'),
  use,
});

/** For prose: comments, test titles, texts and documents. Names in quotes or backticks are exempt, such as `nobody`. */
const inProse = [
  avoid('(?:un)?told(?! (?:apart|otherwise))', 'notified, resolved, reported'),
  avoid('tells? of', 'reports, lists'),
  avoid('men(?:d|ds|ded|ding)', 'fix'),
  avoid("(?<![`'\"])nobody(?:'?s)?(?!@)", 'anonymous, no viewer, no one'),
  avoid('whoever', 'any caller, anyone who'),
  avoid('stands(?! (?:for|in for|out))', 'is stored, is shown, holds'),
  avoid('errands?', 'queued write, task'),
  avoid('patiently', 'with retries'),
  avoid('thrice', 'three times'),
  avoid('shall', 'must'),
  avoid('under way', 'in progress, pending'),
  avoid('by (?:itself|themselves)', 'alone, automatically'),
  avoid("somebody(?: else)?'s|(?<!one )another's", "another user's, a user's"),
  avoid('e-mail(?:s|ed)?', 'email'),
  avoid('anew', 'again, or a verb such as rewrite'),
  avoid('(?:may|can) so', 'so it may, which lets it'),
];

/** For the words in a name such as `isTold`. */
const inNames = [
  avoid(
    '(?:un)?told|men(?:d|ds|ded|ding)|nobodys?|whoever|errands?|patiently|thrice',
    'the standard term of the field',
  ),
];

/** Parts of words included: a file that does not match needs no closer look. */
const suspicious = new RegExp([...inProse, ...inNames].map(({ source }) => source).join('|'), 'i');

export const plainEnglish: Check = {
  name: 'plain English',
  run(tree) {
    const modules = [...modulesOf(tree).values()]
      .filter(({ path }) => suspicious.test(tree.text(path)))
      .filter(({ path }) => !isThisCheck(path));
    return {
      problems: [...modules.flatMap((module) => problemsInModule(module, tree)), ...problemsInProse(tree)],
    };
  },
};

/** This check and its test contain the words on purpose. */
function isThisCheck(path: string): boolean {
  return path.startsWith('scripts/check/plain-english.');
}

function problemsInModule({ path, parsed }: Module, tree: Tree): Problem[] {
  const text = tree.text(path);
  const problems: Problem[] = [];
  const checkProse = (start: number, prose: string) => {
    problems.push(...proseProblems(path, text, start, prose));
  };
  const checkName = ({ name, start }: { name: string; start: number }) => {
    for (const { use } of matches(inNames, wordsOf(name))) {
      problems.push({ file: path, line: lineAt(text, start), what: `the name ${name}`, belongs: use });
    }
  };
  /** Tests contain other strings as data, and a string without spaces is a key, not a text. */
  const checkText = (start: number, value: string) => {
    if (!isTest(path) && value.includes(' ')) checkProse(start, value);
  };

  for (const { value, start } of parsed.comments) checkProse(start, value);
  new Visitor({
    Identifier: checkName,
    PrivateIdentifier: checkName,
    JSXText: ({ start, value }) => checkProse(start, value),
    Literal({ start, value }) {
      if (typeof value === 'string') checkText(start, value);
    },
    TemplateElement: ({ start, value }) => checkText(start, value.raw),
    CallExpression(node) {
      const title = isTest(path) ? titleOf(node) : undefined;
      if (title) checkProse(title.start + 1, text.slice(title.start + 1, title.end - 1));
    },
  }).visit(parsed.program);
  return problems;
}

/** The title, with its quotes, in `it('...')`, `test.each(...)('...')` and the like; undefined for other calls. */
function titleOf({ callee, arguments: [title] }: CallExpression): CallExpression['arguments'][0] | undefined {
  let root = callee;
  while (root.type === 'MemberExpression' || root.type === 'CallExpression') {
    root = root.type === 'MemberExpression' ? root.object : root.callee;
  }
  const isTitled = root.type === 'Identifier' && /^(it|test|describe|suite)$/.test(root.name);
  return isTitled && /^(Literal|TemplateLiteral)$/.test(title?.type ?? '') ? title : undefined;
}

/** The parts of a file that are prose, by its name: whole documents, and the comments of SQL, style sheets and pages. */
const proseParts: { file: RegExp; part: RegExp }[] = [
  { file: /\.md$|^\.env\.example$/, part: /[\s\S]+/g },
  { file: /\.sql$/, part: /--.*/g },
  { file: /\.css$/, part: /\/\*[\s\S]*?\*\//g },
  { file: /\.html$/, part: /<!--[\s\S]*?-->/g },
];

function problemsInProse(tree: Tree): Problem[] {
  return proseParts.flatMap(({ file: names, part }) =>
    tree.files
      .filter((file) => names.test(file))
      .flatMap((file) => {
        const text = tree.text(file);
        return [...text.matchAll(part)].flatMap(({ 0: prose, index }) =>
          proseProblems(file, text, index, prose),
        );
      }),
  );
}

/** `prose` is the part of the file's `text` that begins at `start`. */
function proseProblems(file: string, text: string, start: number, prose: string): Problem[] {
  return matches(inProse, prose).map(({ at, words, use }) => ({
    file,
    line: lineAt(text, start + at),
    what: `says "${words}"`,
    belongs: use,
  }));
}

function matches(list: Entry[], prose: string): { at: number; words: string; use: string }[] {
  return list.flatMap(({ words, use }) =>
    [...prose.matchAll(words)].map((match) => ({ at: match.index, words: match[0], use })),
  );
}

/** Splits `isToldTwice` and `is_told` into words. */
function wordsOf(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}
