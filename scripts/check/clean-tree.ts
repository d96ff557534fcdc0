// The checkout must install and read the same everywhere: nothing in it names a machine or a registry.
import type { Check, Fault, Tree } from './tree.ts';

const binary = /\.(png|jpe?g|webp|avif|gif|heic|ico|woff2?|pdf|docx?|mp4|webm|mp3|wav|zip|gz)$/;
const patterns = [
  {
    name: 'path of a machine',
    pattern: /(?<![\w.:~@-])\/(work|root|opt\/n\d+|home\/[a-z][\w-]*|Users\/\w+)\//,
    belongs: 'a path relative to the checkout, or a setting',
  },
  {
    name: 'host of a registry',
    pattern: /\bregistry\.[a-z0-9-]+\.[a-z]+|\bregistry\s*=\s*https?:/,
    belongs: 'the person who installs chooses the registry, in a configuration of their own',
  },
];

export const cleanTree: Check = {
  name: 'clean tree',
  run(tree) {
    const texts = tree.files.filter((path) => !binary.test(path) && path !== 'package-lock.json');
    return { faults: [...texts.flatMap((path) => faultsOf(tree, path)), ...lockFaults(tree)] };
  },
};

function faultsOf(tree: Tree, path: string): Fault[] {
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

function lockFaults(tree: Tree): Fault[] {
  const file = 'package-lock.json';
  if (!tree.has(file)) return [];
  const addresses = tree.text(file).match(/"resolved":\s*"https?:/g)?.length ?? 0;
  if (addresses === 0) return [];
  return [
    {
      file,
      what: `${addresses} download addresses`,
      belongs: 'write it with omit-lockfile-registry-resolved=true, as .npmrc says',
    },
  ];
}
