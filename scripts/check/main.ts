// The structure checks on files, names, imports, wording and documents: `node scripts/check/main.ts` prints one line per
// check.
import { resolve } from 'node:path';
import { counted } from '#platform/text/language.ts';
import { browserReach } from './browser-reach.ts';
import { cleanCode } from './clean-code.ts';
import { cleanTree } from './clean-tree.ts';
import { colorLiterals } from './color-literals.ts';
import { countedTexts } from './counted-texts.ts';
import { cycles } from './cycles.ts';
import { documentPaths } from './document-paths.ts';
import { featureFiles } from './feature-files.ts';
import { frozenMigrations } from './frozen-migrations.ts';
import { importLaw } from './import-law.ts';
import { logicalSides } from './logical-sides.ts';
import { plainEnglish } from './plain-english.ts';
import { ruleCitations } from './rule-citations.ts';
import { settings } from './settings.ts';
import { sizes } from './sizes.ts';
import { sqlNumbers } from './sql-numbers.ts';
import { sqlTables } from './sql-tables.ts';
import { styleSources } from './style-sources.ts';
import { textsHome } from './texts-home.ts';
import { readTree, type Check } from './tree.ts';

const checks: Check[] = [
  featureFiles,
  importLaw,
  browserReach,
  styleSources,
  colorLiterals,
  logicalSides,
  cycles,
  sizes,
  cleanCode,
  cleanTree,
  ruleCitations,
  documentPaths,
  frozenMigrations,
  sqlNumbers,
  sqlTables,
  settings,
  textsHome,
  countedTexts,
  plainEnglish,
];

const tree = readTree(resolve(process.argv[2] ?? '.'));
let broken = 0;
for (const check of checks) {
  const { problems, figure } = check.run(tree);
  broken += problems.length;
  const state =
    problems.length === 0 ? 'ok' : counted(problems.length, { one: 'problem', other: 'problems' });
  console.log(`${check.name.padEnd(16)} ${state}${figure ? `  (${figure})` : ''}`);
  for (const problem of problems) {
    console.log(`  ${problem.file}${problem.line ? `:${problem.line}` : ''}  ${problem.what}`);
    console.log(`    belongs: ${problem.belongs}`);
  }
}
process.exitCode = broken > 0 ? 1 : 0;
