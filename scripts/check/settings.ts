// .env.example documents the settings for the operator: exactly those that the configuration reads.
import { lineAt, type Check, type Problem } from './tree.ts';

const code = 'src/platform/config/config.ts';
const guide = '.env.example';

export const settings: Check = {
  name: 'settings',
  run(tree) {
    if (!tree.has(code)) return { problems: [] };
    const read = namesIn(tree.text(code), /^ {2}([A-Z][A-Z0-9_]*): /gm);
    const documented = namesIn(tree.has(guide) ? tree.text(guide) : '', /^#?([A-Z][A-Z0-9_]*)=/gm);
    const problems: Problem[] = [
      ...missing(read, documented, code, `a commented line in ${guide}`),
      ...missing(documented, read, guide, `the schema in ${code}; otherwise delete it`),
    ];
    return { problems, figure: `${read.size} settings` };
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
