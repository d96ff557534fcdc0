// `R-B1` in the code refers to docs/rules.md: each cited rule must exist, and each rule must be cited.
import { lineAt, type Check, type Problem, type Tree } from './tree.ts';

const book = 'docs/rules.md';
const citation = /\bR-([A-KM]\d{1,2})\b/g;
const entry = /^- \*\*R-([A-KM]\d{1,2})\*\*/gm;

export const ruleCitations: Check = {
  name: 'rule citations',
  run(tree) {
    const cited = citationsOf(tree);
    const text = tree.has(book) ? tree.text(book) : '';
    const written = new Map([...text.matchAll(entry)].map((match) => [match[1]!, match.index]));
    const unknown: Problem[] = [...cited].flatMap(([rule, where]) =>
      written.has(rule)
        ? []
        : { ...where, what: `R-${rule} does not exist`, belongs: `add a line or two to ${book}` },
    );
    const idle: Problem[] = [...written].flatMap(([rule, at]) =>
      cited.has(rule)
        ? []
        : {
            file: book,
            line: lineAt(text, at),
            what: `R-${rule} is not cited`,
            belongs: 'cite it where the code implements it, or delete it',
          },
    );
    return { problems: [...unknown, ...idle], figure: `${written.size} rules` };
  },
};

/** The first citation of each rule, in code, tests, migrations, documents or other rules. */
function citationsOf(tree: Tree): Map<string, { file: string; line: number }> {
  const cited = new Map<string, { file: string; line: number }>();
  for (const file of tree.files.filter((path) => /\.(ts|tsx|mjs|sql|css|md)$/.test(path))) {
    const text = file === book ? tree.text(file).replace(entry, '') : tree.text(file);
    for (const match of text.matchAll(citation)) {
      if (!cited.has(match[1]!)) cited.set(match[1]!, { file, line: lineAt(text, match.index) });
    }
  }
  return cited;
}
