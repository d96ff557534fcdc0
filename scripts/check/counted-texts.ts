// Which form of a text goes with a number, and how numbers and lists are written, depends on the language: texts ask its one
// home, and do not choose by `=== 1` or name a language themselves. Dates follow their reader, if the reader's locale is known.
import { Visitor, type Expression } from 'oxc-parser';
import { modulesOf, type Module } from './modules.ts';
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

const home = 'src/platform/text/language.ts';

/** Dates in a format that does not depend on the language: what programs read, and one that the specification defines. */
const fixedDates = [
  'src/platform/clock/wall-time.ts',
  'src/features/export/server/operations/archive.ts',
  'src/features/export/web/download-data.tsx',
  'src/features/billing/web/team-plan.tsx',
];

export const countedTexts: Check = {
  name: 'counted texts',
  run(tree) {
    const modules = [...modulesOf(tree).values()].filter(
      ({ path }) => /^(src|scripts)\/.*\.tsx?$/.test(path) && !isTest(path) && path !== home,
    );
    return { problems: modules.flatMap((module) => problemsIn(tree, module)) };
  },
};

function problemsIn(tree: Tree, { path, parsed }: Module): Problem[] {
  const problems: Problem[] = [];
  const add = (start: number, what: string, belongs: string) =>
    problems.push({
      file: path,
      line: lineAt(tree.text(path), start),
      what,
      belongs: `${belongs} of ${home}`,
    });
  new Visitor({
    ConditionalExpression({ test, consequent, alternate, start }) {
      if (test.type !== 'BinaryExpression' || !/^([!=]==?|>|<=)$/.test(test.operator)) return;
      if (!isOne(test.left) && !isOne(test.right)) return;
      if (isText(consequent) || isText(alternate))
        add(start, 'chooses a text by whether a number is 1', 'plural or counted');
    },
    CallExpression({ callee, arguments: [locale], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (locale?.type !== 'Literal') return;
      const { name } = callee.property;
      if (name === 'toLocaleString')
        add(start, 'names the language of a number or a date', 'number, or the tag,');
      if (/^toLocale(Date|Time)String$/.test(name) && !fixedDates.includes(path))
        add(start, 'names the language of a date', 'the tag');
    },
    NewExpression({ callee, arguments: [locale], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.object.type !== 'Identifier' || callee.object.name !== 'Intl') return;
      const { name } = callee.property;
      if (
        /^(ListFormat|PluralRules)$/.test(name) ||
        (locale?.type === 'Literal' && !(name === 'DateTimeFormat' && fixedDates.includes(path)))
      )
        add(start, `creates an Intl.${name} for a language`, 'a function, or the tag,');
    },
  }).visit(parsed.program);
  return problems;
}

const isOne = (node: Expression | { type: string }): boolean =>
  node.type === 'Literal' && 'value' in node && node.value === 1;

/** Whether people read what an expression is, rather than an address or a mark. */
function isText(node: Expression): boolean {
  const text =
    node.type === 'Literal'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? node.quasis.map(({ value }) => value.cooked).join('')
        : undefined;
  return typeof text === 'string' && /\p{L}/u.test(text) && !/^[/?]/.test(text);
}
