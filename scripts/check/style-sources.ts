// Pages without the app have a style sheet with the classes of their own components. Each component that they reach
// must be a source of the sheet, or its classes are missing.
import { posix } from 'node:path';
import { modulesOf, type Module } from './modules.ts';
import { isTest, type Check, type Problem, type Tree } from './tree.ts';

/** Modules that import the type of a page create its content. */
const sheet = 'src/ui/reading.css';
const pages = ['src/platform/http/still-page.ts', 'src/platform/http/content-page.ts'];

export const styleSources: Check = {
  name: 'style sources',
  run(tree) {
    return { problems: tree.has(sheet) ? problemsOf(tree) : [] };
  },
};

function problemsOf(tree: Tree): Problem[] {
  const modules = modulesOf(tree);
  const sources = [...tree.text(sheet).matchAll(/@source '([^']+)'/g)].map(([, glob = '']) =>
    posix.join(posix.dirname(sheet), glob),
  );
  const seen = new Set<string>();
  const problems: Problem[] = [];
  const visit = (module: Module) => {
    if (seen.has(module.path)) return;
    seen.add(module.path);
    const hasClasses = /\bclassName\b|Class\b/.test(tree.text(module.path));
    if (hasClasses && !sources.some((glob) => posix.matchesGlob(module.path, glob)))
      problems.push({
        file: module.path,
        what: `is part of a page that ${sheet} styles, and is not one of its sources`,
        belongs: `add it to the lines with @source in ${sheet}`,
      });
    for (const { target, typeOnly } of module.imports) {
      const next = target !== undefined && !typeOnly && modules.get(target);
      if (next) visit(next);
    }
  };
  for (const module of modules.values()) {
    const makesPage =
      module.path.endsWith('.tsx') && module.imports.some(({ target }) => pages.includes(target ?? ''));
    if (makesPage && !isTest(module.path)) visit(module);
  }
  return problems;
}
