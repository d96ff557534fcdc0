// Keeps files small, so that a file name says what the file contains.
import { isTest, type Check, type Fault } from './tree.ts';

const limits = { file: 400, test: 600, most: 250, mostShare: 0.9 };

export const sizes: Check = {
  name: 'file sizes',
  run(tree) {
    const measured = tree.files
      .filter((path) => /^(src|scripts|tests)\/.*\.(ts|tsx|mjs|css|sql)$/.test(path))
      .map((path) => ({ path, lines: linesOf(tree.text(path)) }));
    const faults: Fault[] = measured.flatMap(({ path, lines }) => {
      const limit = isTest(path) ? limits.test : limits.file;
      if (lines <= limit) return [];
      const belongs = isTest(path) ? 'one test file per subject' : 'one file per verb or visible element';
      return { file: path, what: `${lines} lines, the limit is ${limit}`, belongs };
    });
    const code = measured.filter(({ path }) => !isTest(path)).toSorted((a, b) => a.lines - b.lines);
    const long = code.filter(({ lines }) => lines > limits.most);
    if (long.length > code.length * (1 - limits.mostShare)) {
      faults.push({
        file: long.at(-1)!.path,
        what: `${long.length} of ${code.length} files are over ${limits.most} lines`,
        belongs: `split the longest: ${long.map(({ path }) => path).join(', ')}`,
      });
    }
    const median = code[Math.floor(code.length / 2)]?.lines ?? 0;
    const longest = code.at(-1)?.lines ?? 0;
    const share = code.length > 0 ? Math.round((100 * (code.length - long.length)) / code.length) : 100;
    return {
      faults,
      figure: `${code.length} files, median ${median} lines, ${share} % up to ${limits.most}, longest ${longest}`,
    };
  },
};

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
