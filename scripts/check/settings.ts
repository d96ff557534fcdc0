// The operator learns of the settings from .env.example: it names those that the configuration reads, and no others.
import { lineAt, type Check, type Fault } from './tree.ts';

const code = 'src/platform/config/config.ts';
const guide = '.env.example';

export const settings: Check = {
  name: 'settings',
  run(tree) {
    if (!tree.has(code)) return { faults: [] };
    const read = namesIn(tree.text(code), /^ {2}([A-Z][A-Z0-9_]*): /gm);
    const told = namesIn(tree.has(guide) ? tree.text(guide) : '', /^#?([A-Z][A-Z0-9_]*)=/gm);
    const faults: Fault[] = [
      ...missing(read, told, code, `a commented line in ${guide}`),
      ...missing(told, read, guide, `the schema in ${code}, or nowhere`),
    ];
    return { faults, figure: `${read.size} settings` };
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
): Fault[] {
  return [...from]
    .filter(([name]) => !other.has(name))
    .map(([name, line]) => ({ file, line, what: `${name} stands here alone`, belongs }));
}
