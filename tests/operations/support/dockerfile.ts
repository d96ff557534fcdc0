// Reads the instructions of the Dockerfile and the patterns of .dockerignore, as far as they are used.

export type Instruction = {
  name: string;
  /** Such as `from` of `COPY --from=build`. */
  flags: Record<string, string>;
  /** The rest of the instruction, in one line. */
  text: string;
};

/** Each instruction in one line, without comments. */
export function readDockerfile(source: string): Instruction[] {
  const lines = source
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n');
  return lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (!name) throw new Error(`The Dockerfile has a line that is not an instruction: ${line}`);
    const flags: Record<string, string> = {};
    const text = rest.replace(/^(--[a-z-]+=\S+\s+)*/, (found) => {
      for (const [, flag, value] of found.matchAll(/--([a-z-]+)=(\S+)/g)) flags[flag!] = value!;
      return '';
    });
    return { name, flags, text };
  });
}

/** The program and arguments of an instruction in exec form, such as CMD ["node", "main.js"]. */
export function execForm(text: string): string[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list) || !list.every((word) => typeof word === 'string')) {
    throw new Error(`Not in exec form: ${text}`);
  }
  return list;
}

/** The variables of ENV. */
export function variablesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, a, b]) => [name, a ?? b]),
  );
}

/** Whether the file or folder is kept out of the build. The last pattern that matches it, or a parent folder, decides. */
export function dockerignore(source: string): (path: string) => boolean {
  const patterns = source.split('\n').filter((line) => line && !line.startsWith('#'));
  const rules = patterns.map((line) => ({
    excludes: !line.startsWith('!'),
    pattern: new RegExp(
      `^${line
        .replace(/^!/, '')
        .replace(/[.+^$()|[\]{}]/g, '\\$&')
        .replaceAll('**/', '\0')
        .replaceAll('*', '[^/]*')
        .replaceAll('\0', '(?:.*/)?')}(?:/|$)`,
    ),
  }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.excludes ?? false;
}
