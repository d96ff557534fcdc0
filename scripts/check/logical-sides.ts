// Sides are named by the direction of the text, start and end, so that a language written from right to left mirrors the
// layout. Emails are the exception: their programs know only left and right.
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

const emails = /^src\/(platform\/mail|features\/reports\/server\/documents)\//;

/** Drawings, which no language mirrors: the check mark in a box, which is two rotated borders. */
const drawn = new Map([
  ['src/ui/checkbox.tsx', 'border-r-2'],
  ['src/features/suggestions/web/inbox/suggestion-row.tsx', 'border-r-2'],
]);

const physicalClass =
  /(?<=[\s"'`:!])-?(?:(?:scroll-)?[mp][lr]-(?:\d|auto|px|\[)|(?:left|right)-(?:\d|auto|px|full|\[)|border-[lr](?=[-\s"'`])|rounded-(?:[tb]?[lr])(?=[-\s"'`])|(?:text|float|clear)-(?:left|right)(?=[\s"'`]))[^\s"'`]*/g;
/** Without a counterpart in CSS: followed by its mirrored form. */
const origin = /(?<=[\s"'`])origin-left(?! mirrored:origin-right)|(?<=[\s"'`])origin-right/g;
const physicalRule =
  /(?<=[{;/]\s*)(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius|left|right)(?=\s*:)|(?:text-align|float|clear)(?=\s*:\s*(?:left|right))|position-area(?=:[^;]*\b(?:left|right)\b)/g;
/** Four values of which the second and fourth are a right and a left side that differ. */
const fourSides = /(?<=[{;/]\s*)(?:margin|padding|inset|border-width)(?=\s*:\s*([^;{}]+))/g;

export const logicalSides: Check = {
  name: 'logical sides',
  run(tree) {
    const files = tree.files.filter(
      (path) => /^src\/.*\.(?:tsx?|css)$/.test(path) && !isTest(path) && !emails.test(path),
    );
    return { problems: files.flatMap((path) => problemsIn(tree, path)) };
  },
};

function problemsIn(tree: Tree, path: string): Problem[] {
  const text = tree.text(path);
  const found = path.endsWith('.css')
    ? [
        ...text.matchAll(physicalRule),
        ...[...text.matchAll(fourSides)].filter(([, values = '']) => differ(values)),
      ]
    : [...text.matchAll(physicalClass), ...text.matchAll(origin)];
  return found
    .filter(([name]) => drawn.get(path) !== name)
    .map(({ 0: name, index }) => ({
      file: path,
      line: lineAt(text, index),
      what: `names a side by left or right: ${name}`,
      belongs: 'name it by start or end, such as ms-2, inset-e-0 or margin-inline',
    }));
}

function differ(values: string): boolean {
  const [, right, , left] = values.trim().match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return left !== undefined && left !== right;
}
