// .env.example documents the settings for the operator: exactly those that the configuration reads.
import { lineAt, type Check, type Problem } from './tree.ts';

/** The schema, and the parts of it that have files of their own. */
const code = ['config', 'mail-in', 'single-sign-on'].map((name) => `src/platform/config/${name}.ts`);
const guide = '.env.example';

export const settings: Check = {
  name: 'settings',
  run(tree) {
    const files = code.filter((file) => tree.has(file));
    if (files.length === 0) return { problems: [] };
    const read = files.map((file) => namesIn(tree.text(file), /^ {2}([A-Z][A-Z0-9_]*): /gm));
    const documented = namesIn(tree.has(guide) ? tree.text(guide) : '', /^#?([A-Z][A-Z0-9_]*)=/gm);
    const all = new Map(read.flatMap((names) => [...names]));
    const problems: Problem[] = [
      ...read.flatMap((names, at) => missing(names, documented, files[at]!, `a commented line in ${guide}`)),
      ...missing(documented, all, guide, `the schema in ${code[0]}; otherwise delete it`),
    ];
    return { problems, figure: `${all.size} settings` };
  },
};

function namesIn(text: string, pattern: RegExp): Map<string, number> {
  return new Map([...text.matchAll(pattern)].map((match) => [match[1]!, lineAt(text, match.index)]));
}

function missing(
  from: Map<string, number>,
  other: Map<string, number>,
  file: string,
  belongs: string,
): Problem[] {
  return [...from]
    .filter(([name]) => !other.has(name))
    .map(([name, line]) => ({ file, line, what: `${name} is only in this file`, belongs }));
}
