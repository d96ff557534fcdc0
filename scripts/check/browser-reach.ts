// Code that a page loads must not pull in the server or a heavy package through a shared module.
import { modulesOf, type Import, type Module } from './modules.ts';
import { isTest, type Check, type Problem } from './tree.ts';

const serverPackages =
  /^(node:|@fastify\/|@node-rs\/|(fastify|fastify-type-provider-zod|file-type|graphile-worker|nodemailer|pg|pino|sharp|stripe)(\/|$))/;

export const browserReach: Check = {
  name: 'browser reach',
  run(tree) {
    const modules = modulesOf(tree);
    const problems: Problem[] = [];
    const seen = new Set<string>();
    const visit = (module: Module, chain: string[]) => {
      if (seen.has(module.path)) return;
      seen.add(module.path);
      for (const imported of module.imports) {
        if (imported.typeOnly) continue;
        const problem = heavyImport(imported);
        if (problem)
          problems.push({
            file: module.path,
            line: imported.line,
            what: `${problem}${reached(chain)}`,
            belongs,
          });
        const next = imported.target && modules.get(imported.target);
        if (next) visit(next, [...chain, module.path]);
      }
    };
    for (const module of modules.values()) {
      if (/^src\/(app|features\/[^/]+)\/web\//.test(module.path) && !isTest(module.path)) visit(module, []);
    }
    return { problems, figure: `${seen.size} modules` };
  },
};

const belongs =
  'code for both sides uses zod/mini and browser-safe platform modules only; anything else belongs in a server folder';

function heavyImport({ specifier }: Import): string | undefined {
  if (specifier === 'zod' || specifier === 'zod/v4') return 'loads all of zod into the browser';
  if (serverPackages.test(specifier)) return `loads ${specifier} into the browser`;
  return undefined;
}

function reached(chain: string[]): string {
  return chain.length > 0 ? `, reached from ${chain[0]}` : '';
}
