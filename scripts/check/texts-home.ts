// What people read is in modules named texts, as text or as functions of values, so that it can be written in another
// language: not between tags, not in attributes that are shown or read aloud, and not as sentences in the code of pages and
// of the command line.
import { Visitor, type Node } from 'oxc-parser';
import { modulesOf, type Module } from './modules.ts';
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

const spoken = new Set([
  ...[
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'alt',
    'title',
    'placeholder',
  ],
  ...['label', 'buttonLabel', 'description', 'hint', 'summary'],
]);

/** For developers, in the language of the API. */
const forDevelopers = ['src/platform/http/docs-page.tsx', 'src/app/server/mailbox-page.tsx'];

export const textsHome: Check = {
  name: 'texts',
  run(tree) {
    const modules = [...modulesOf(tree).values()].filter(
      ({ path }) => /^src\/.*\.tsx$/.test(path) && !isTest(path) && !forDevelopers.includes(path),
    );
    const plain = [...modulesOf(tree).values()].filter(
      ({ path }) => /^src\/(ui|.*\/(web|program))\/.*\.tsx?$/.test(path) && !isTest(path) && !isHome(path),
    );
    return {
      problems: [
        ...modules.flatMap((module) => problemsIn(tree, module)),
        ...plain.flatMap((module) => sentencesIn(tree, module)),
      ],
    };
  },
};

const isHome = (path: string) => /[/-]texts\.ts$/.test(path);
const problemOf = (tree: Tree, file: string, start: number, text: string): Problem => ({
  file,
  line: lineAt(tree.text(file), start),
  what: `contains the text "${text.trim().slice(0, 40)}"`,
  belongs: 'the texts.ts of its feature, its part of the app, or src/ui',
});

/** At least three words, from a capital letter to a mark at the end. */
const sentence = /^\p{Lu}\S* \S+ .*[.?!…]$/u;

/** The sentences in a module, apart from what developers read: errors of programming and the console. */
function sentencesIn(tree: Tree, { path, parsed }: Module): Problem[] {
  const problems: Problem[] = [];
  const forDevelopers: Node[] = [];
  const look = (text: unknown, { start, end }: Node) => {
    if (typeof text !== 'string' || !sentence.test(text) || !/\p{L}{2}/u.test(text)) return;
    if (forDevelopers.some((outer) => outer.start <= start && end <= outer.end)) return;
    problems.push(problemOf(tree, path, start, text));
  };
  new Visitor({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && /^(Type|Range)?Error$/.test(node.callee.name))
        forDevelopers.push(node);
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === 'Super') forDevelopers.push(node);
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return;
      if (callee.object.name === 'console') forDevelopers.push(node);
    },
    Literal: (node) => look(node.value, node),
    TemplateLiteral: (node) => look(node.quasis.map(({ value }) => value.cooked).join('0'), node),
  }).visit(parsed.program);
  return problems;
}

function problemsIn(tree: Tree, { path, parsed }: Module): Problem[] {
  const problems: Problem[] = [];
  const text = tree.text(path);
  const look = (value: unknown, start: number) => {
    // A letter alone is a mark, such as the ✕ of a button or the # of a count.
    if (typeof value !== 'string' || !/\p{L}{2}/u.test(value)) return;
    problems.push(problemOf(tree, path, start, value));
  };
  new Visitor({
    JSXText: ({ value, start }) => look(value, start),
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !spoken.has(name.name)) return;
      if (value?.type === 'Literal') look(value.value, value.start);
    },
    JSXExpressionContainer({ expression }) {
      if (expression.type === 'ConditionalExpression' && !isAttribute(expression.start))
        for (const branch of [expression.consequent, expression.alternate])
          if (branch.type === 'Literal') look(branch.value, branch.start);
    },
  }).visit(parsed.program);
  return problems;

  /** Whether an expression is the value of an attribute, such as a class. */
  function isAttribute(start: number): boolean {
    return /=\s*\{\s*$/.test(text.slice(Math.max(0, start - 20), start));
  }
}
