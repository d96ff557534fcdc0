// The checkout must work the same on every machine, so no file may name a machine's folder or a registry.
import type { Check, Problem, Tree } from './tree.ts';

const binary = /\.(png|jpe?g|webp|avif|gif|heic|ico|woff2?|pdf|docx?|mp4|webm|mp3|wav|zip|gz)$/;
const patterns = [
  {
    name: 'machine-specific path',
    pattern: /(?<![\w.:~@-])\/(work|root|opt\/n\d+|home\/[a-z][\w-]*|Users\/\w+)\//,
    belongs: 'a path relative to the checkout, or a setting',
  },
  {
    name: 'registry host',
    pattern: /\bregistry\.[a-z0-9-]+\.[a-z]+|\bregistry\s*=\s*https?:/,
    belongs: 'users choose the registry in their own npm configuration',
  },
];

export const cleanTree: Check = {
  name: 'clean tree',
  run(tree) {
    const texts = tree.files.filter((path) => !binary.test(path) && path !== 'package-lock.json');
    return { problems: [...texts.flatMap((path) => problemsOf(tree, path)), ...lockProblems(tree)] };
  },
};

function problemsOf(tree: Tree, path: string): Problem[] {
  return patterns.flatMap(({ name, pattern, belongs }) => {
    if (!pattern.test(tree.text(path))) return [];
    return tree
      .text(path)
      .split('\n')
      .flatMap((line, at) => {
        const match = pattern.exec(line);
        return match ? { file: path, line: at + 1, what: `${name}: ${match[0]}`, belongs } : [];
      });
  });
}

function lockProblems(tree: Tree): Problem[] {
  const file = 'package-lock.json';
  if (!tree.has(file)) return [];
  const addresses = tree.text(file).match(/"resolved":\s*"https?:/g)?.length ?? 0;
  if (addresses === 0) return [];
  return [
    {
      file,
      what: `${addresses} download addresses`,
      belongs: 'generate it with omit-lockfile-registry-resolved=true, as .npmrc says',
    },
  ];
}
