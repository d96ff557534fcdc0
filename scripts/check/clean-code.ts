// Refuses disabled type checks, unfinished work, and tests that do not run or that wait for the clock.
import { Visitor, type VisitorObject } from 'oxc-parser';
import { modulesOf, type Module } from './modules.ts';
import { isTest, lineAt, type Check, type Fault, type Tree } from './tree.ts';

type CallExpression = Parameters<NonNullable<VisitorObject['CallExpression']>>[0];

const leftover = /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/;
const later = 'do it now, or document what the product does instead; open work is tracked as issues';

export const cleanCode: Check = {
  name: 'clean code',
  run(tree) {
    const faults = [...modulesOf(tree).values()].flatMap((module) =>
      faultsOf(module, tree.text(module.path)),
    );
    return { faults: [...faults, ...leftoversInProse(tree)] };
  },
};

/** Documents and SQL have no parsed comments: every line counts. */
function leftoversInProse(tree: Tree): Fault[] {
  return tree.files
    .filter((path) => /\.(md|sql|css|yml)$/.test(path) && !path.startsWith('content/'))
    .flatMap((path) =>
      tree
        .text(path)
        .split('\n')
        .flatMap((line, at) =>
          leftover.test(line) ? { file: path, line: at + 1, what: 'left for later', belongs: later } : [],
        ),
    );
}

function faultsOf(module: Module, text: string): Fault[] {
  const faults: Fault[] = [];
  const add = (position: number, what: string, belongs: string) =>
    faults.push({ file: module.path, line: lineAt(text, position), what, belongs });
  const test = isTest(module.path);
  const inSource = module.path.startsWith('src/');
  const settings = module.path.startsWith('src/platform/config/');
  let loops = 0;
  const loop = () => void loops++;
  const loopEnd = () => void loops--;

  for (const comment of module.parsed.comments) {
    if (leftover.test(comment.value)) add(comment.start, 'left for later', later);
    if (/@ts-(ignore|nocheck|expect-error)\b/.test(comment.value)) {
      add(comment.start, 'disables the type check', 'a type that describes the value');
    }
  }
  for (const { specifier, line } of module.imports) {
    if (inSource && !settings && !test && /^(node:)?process$/.test(specifier)) {
      faults.push({ file: module.path, line, ...environment });
    }
  }
  if (module.path.endsWith('/texts.ts') && /[\u2018\u2019]/.test(text)) {
    add(text.search(/[\u2018\u2019]/), 'curly apostrophe', "texts have straight apostrophes (')");
  }
  new Visitor({
    TSAnyKeyword: (node) => add(node.start, 'any', 'the actual type, or unknown and a check'),
    ExportAllDeclaration: (node) =>
      add(node.start, 'export *', 'export each name from the file that defines it'),
    MemberExpression(node) {
      if (inSource && !settings && !test && nameOf(node) === 'process.env') {
        add(node.start, environment.what, environment.belongs);
      }
    },
    ForStatement: loop,
    'ForStatement:exit': loopEnd,
    ForOfStatement: loop,
    'ForOfStatement:exit': loopEnd,
    WhileStatement: loop,
    'WhileStatement:exit': loopEnd,
    DoWhileStatement: loop,
    'DoWhileStatement:exit': loopEnd,
    CallExpression(node) {
      if (!test) return;
      const name = nameOf(node.callee);
      if (
        /^(it|test|describe|suite)(\.\w+)*\.(only|skip|skipIf|runIf|todo|fixme|fails)$|^x(it|test|describe)$/.test(
          name,
        )
      ) {
        add(node.start, `${name} in a test`, 'a test always runs, on every machine; otherwise delete it');
      }
      if (name.endsWith('.waitForTimeout')) add(node.start, name, sleepless);
      if (loops === 0 && isSleep(node, name)) add(node.start, 'a test sleeps', sleepless);
    },
  }).visit(module.parsed.program);
  return faults;
}

const environment = {
  what: 'reads the environment',
  belongs: 'settings are parsed once, in src/platform/config, and passed in',
};
const sleepless = 'wait for a condition (expect.poll, vi.waitFor, a polling loop), not for the clock';

/** `a.b.c` for a plain chain of names, otherwise the empty string. */
function nameOf(node: CallExpression['callee']): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return '';
  const head = nameOf(node.object);
  return head && `${head}.${node.property.name}`;
}

/** `setTimeout(resolve, ms)` or `await setTimeout(ms)`. A timer with any other callback is not a sleep. */
function isSleep(node: CallExpression, name: string): boolean {
  if (name === 'scheduler.wait') return true;
  if (!/^(timers\.)?setTimeout$/.test(name)) return false;
  const first = node.arguments[0];
  if (first?.type === 'Identifier') return /^(r|res|resolve|done|ok|next|wake)$/.test(first.name);
  return first?.type === 'Literal' && typeof first.value === 'number';
}
