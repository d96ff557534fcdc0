// Puts the texts of all texts modules into the pseudo-locale when they are bundled.
import { join } from 'node:path';
import type { Plugin } from 'vite';

const pseudo = join(import.meta.dirname, 'pseudo.ts');
const texts = /\/src\/.*[/-]texts\.tsx?(\?|$)/;
const language = /\/src\/platform\/text\/language\.ts(\?|$)/;

type Exported = { start: number; end: number; names: string[] };

export const pseudoLocale: Plugin = {
  name: 'pseudo-locale',
  // After types were removed.
  enforce: 'post',
  transform(code, id) {
    if (!texts.test(id) && !language.test(id)) return null;
    const { body } = this.parse(code);
    const exported: Exported[] = [];
    for (const node of body) {
      const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
      if (!declaration) continue;
      const declared = declaration.type === 'VariableDeclaration' ? declaration.declarations : [declaration];
      const names = declared.flatMap((one) =>
        'id' in one && one.id?.type === 'Identifier' ? [one.id.name] : [],
      );
      exported.push({ start: node.start, end: declaration.start, names });
    }
    let rest = code;
    for (const { start, end } of exported.toReversed()) rest = rest.slice(0, start) + rest.slice(end);
    const names = exported.flatMap((found) => found.names);
    const wrapped = language.test(id)
      ? names.filter((name) => name === 'language').map((name) => [name, 'pseudoLanguage'])
      : names.map((name) => [name, `inPseudoLocale(${name})`]);
    const kept = names.filter((name) => !wrapped.some(([other]) => other === name));
    return [
      rest,
      `import { inPseudoLocale, pseudoLanguage } from ${JSON.stringify(pseudo)};`,
      ...wrapped.map(
        ([name, value]) => `const pseudo_${name} = ${value};\nexport { pseudo_${name} as ${name} };`,
      ),
      ...(kept.length > 0 ? [`export { ${kept.join(', ')} };`] : []),
    ].join('\n');
  },
};
