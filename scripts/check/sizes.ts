// Keeps most files small, so that a file name says what the file contains. The linter limits each file (max-lines).
import { isTest, type Check, type Problem } from './tree.ts';

const most = 250;
const mostShare = 0.9;

export const sizes: Check = {
  name: 'file sizes',
  run(tree) {
    const code = tree.files
      .filter((path) => /^(src|scripts|bench)\/.*\.(ts|tsx|mjs|css|sql)$/.test(path))
      .filter((path) => !isTest(path))
      .map((path) => ({ path, lines: linesOf(tree.text(path)) }))
      .toSorted((a, b) => a.lines - b.lines);
    const long = code.filter(({ lines }) => lines > most);
    const problems: Problem[] = [];
    if (long.length > code.length * (1 - mostShare)) {
      problems.push({
        file: long.at(-1)!.path,
        what: `${long.length} of ${code.length} files are over ${most} lines`,
        belongs: `split the longest: ${long.map(({ path }) => path).join(', ')}`,
      });
    }
    const median = code[Math.floor(code.length / 2)]?.lines ?? 0;
    const longest = code.at(-1)?.lines ?? 0;
    const share = code.length > 0 ? Math.round((100 * (code.length - long.length)) / code.length) : 100;
    return {
      problems,
      figure: `${code.length} files, median ${median} lines, ${share} % up to ${most}, longest ${longest}`,
    };
  },
};

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
