// Refuses unfinished work in documents and SQL, curly apostrophes in texts, and tests that wait for the clock. The linter
// refuses the rest: see .oxlintrc.json.
import { Visitor, type VisitorObject } from 'oxc-parser';
import { modulesOf, type Module } from './modules.ts';
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

type CallExpression = Parameters<NonNullable<VisitorObject['CallExpression']>>[0];

const leftover = /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/;

export const cleanCode: Check = {
  name: 'clean code',
  run(tree) {
    const sleeps = [...modulesOf(tree).values()]
      .filter(({ path }) => isTest(path))
      .flatMap((module) => sleepsIn(module, tree.text(module.path)));
    return { problems: [...sleeps, ...leftoversIn(tree), ...apostrophesIn(tree)] };
  },
};

/** The linter checks comments in code. Here every line counts. */
function leftoversIn(tree: Tree): Problem[] {
  return tree.files
    .filter((path) => /\.(md|sql|css|yml)$/.test(path) && !path.startsWith('content/'))
    .flatMap((path) =>
      tree
        .text(path)
        .split('\n')
        .flatMap((line, at) =>
          leftover.test(line)
            ? {
                file: path,
                line: at + 1,
                what: 'left for later',
                belongs:
                  'do it now, or document what the product does instead; open work is tracked as issues',
              }
            : [],
        ),
    );
}

function apostrophesIn(tree: Tree): Problem[] {
  return tree.files
    .filter((path) => path.endsWith('texts.ts'))
    .flatMap((path) => {
      const at = tree.text(path).search(/[\u2018\u2019]/);
      const belongs = "texts have straight apostrophes (')";
      return at < 0
        ? []
        : { file: path, line: lineAt(tree.text(path), at), what: 'curly apostrophe', belongs };
    });
}

function sleepsIn(module: Module, text: string): Problem[] {
  const problems: Problem[] = [];
  let loops = 0;
  const loop = () => void loops++;
  const loopEnd = () => void loops--;
  new Visitor({
    ForStatement: loop,
    'ForStatement:exit': loopEnd,
    ForOfStatement: loop,
    'ForOfStatement:exit': loopEnd,
    WhileStatement: loop,
    'WhileStatement:exit': loopEnd,
    DoWhileStatement: loop,
    'DoWhileStatement:exit': loopEnd,
    CallExpression(node) {
      if (loops > 0 || !isSleep(node)) return;
      const belongs = 'wait for a condition (expect.poll, vi.waitFor, a polling loop), not for the clock';
      problems.push({ file: module.path, line: lineAt(text, node.start), what: 'a test sleeps', belongs });
    },
  }).visit(module.parsed.program);
  return problems;
}

/** `a.b.c` for a plain chain of names, otherwise the empty string. */
function nameOf(node: CallExpression['callee']): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return '';
  const head = nameOf(node.object);
  return head && `${head}.${node.property.name}`;
}

/** `setTimeout(resolve, ms)` or `await setTimeout(ms)`. A timer with any other callback is not a sleep. */
function isSleep(node: CallExpression): boolean {
  const name = nameOf(node.callee);
  if (name === 'scheduler.wait') return true;
  if (!/^(timers\.)?setTimeout$/.test(name)) return false;
  const first = node.arguments[0];
  if (first?.type === 'Identifier') return /^(r|res|resolve|done|ok|next|wake)$/.test(first.name);
  return first?.type === 'Literal' && typeof first.value === 'number';
}
