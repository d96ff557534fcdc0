// Each color is written once, in src/platform/colors/colors.ts. Drawings cannot import it, so they may repeat its colors.
import { isTest, lineAt, type Check, type Problem, type Tree } from './tree.ts';

const home = 'src/platform/colors/colors.ts';
/** Not private members of a class, such as `#add(`. */
const literal =
  /(?<=['"`:;,( ])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?!\s*[(=:?])|\b(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch))\([^)]*\)/gi;

export const colorLiterals: Check = {
  name: 'color literals',
  run(tree) {
    const files = tree.files.filter((path) => /^(src|scripts)\/.*\.(tsx?|css|html|svg)$/.test(path));
    return { problems: files.filter((path) => !isTest(path)).flatMap((path) => problemsIn(tree, path)) };
  },
};

function problemsIn(tree: Tree, path: string): Problem[] {
  const text = tree.text(path);
  const known = path.endsWith('.svg') && tree.has(home) ? tree.text(home) : '';
  const seen = new Set<string>();
  return [...text.matchAll(literal)].flatMap(({ 0: color, index }) => {
    const isFirst = path === home && !seen.has(color);
    seen.add(color);
    if (isFirst || known.includes(`'${color}'`)) return [];
    const belongs = `import the color from ${home}, or use its custom property`;
    return { file: path, line: lineAt(text, index), what: `writes the color ${color}`, belongs };
  });
}
