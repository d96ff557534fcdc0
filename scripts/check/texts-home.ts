// What people read is in modules named texts, as text or as functions of values, so that it can be written in another
// language: not between tags, and not in attributes that are shown or read aloud.
import { Visitor } from 'oxc-parser';
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
    return { problems: modules.flatMap((module) => problemsIn(tree, module)) };
  },
};

function problemsIn(tree: Tree, { path, parsed }: Module): Problem[] {
  const problems: Problem[] = [];
  const text = tree.text(path);
  const look = (value: unknown, start: number) => {
    // A letter alone is a mark, such as the ✕ of a button or the # of a count.
    if (typeof value !== 'string' || !/\p{L}{2}/u.test(value)) return;
    problems.push({
      file: path,
      line: lineAt(text, start),
      what: `contains the text "${value.trim().slice(0, 40)}"`,
      belongs: 'the texts.ts of its feature, its part of the app, or src/ui',
    });
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
