// What a page loads must not drag the server, or a heavy package, along by way of some shared module.
import { modulesOf, type Import, type Module } from './modules.ts';
import { isTest, type Check, type Fault } from './tree.ts';

const serverPackages =
  /^(node:|@fastify\/|@node-rs\/|(fastify|fastify-type-provider-zod|file-type|graphile-worker|kysely|nodemailer|pg|pino|sharp|stripe)(\/|$))/;

export const browserReach: Check = {
  name: 'browser reach',
  run(tree) {
    const modules = modulesOf(tree);
    const faults: Fault[] = [];
    const seen = new Set<string>();
    const visit = (module: Module, way: string[]) => {
      if (seen.has(module.path)) return;
      seen.add(module.path);
      for (const one of module.imports) {
        if (one.typeOnly) continue;
        const fault = heavy(one);
        if (fault)
          faults.push({ file: module.path, line: one.line, what: `${fault}${reached(way)}`, belongs });
        const next = one.target && modules.get(one.target);
        if (next) visit(next, [...way, module.path]);
      }
    };
    for (const module of modules.values()) {
      if (/^src\/(app|features\/[^/]+)\/web\//.test(module.path) && !isTest(module.path)) visit(module, []);
    }
    return { faults, figure: `${seen.size} modules` };
  },
};

const belongs =
  'code for both sides keeps to zod/mini and the platform of the web; the rest belongs to a server folder';

function heavy(one: Import): string | undefined {
  if (one.specifier === 'zod' || one.specifier === 'zod/v4') return 'loads all of zod into the browser';
  if (serverPackages.test(one.specifier)) return `loads ${one.specifier} into the browser`;
  return undefined;
}

function reached(way: string[]): string {
  return way.length > 0 ? `, reached from ${way[0]}` : '';
}
