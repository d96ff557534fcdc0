// Writes what axe said of the screens in the latest browser tests into content/legal/accessibility.json, from which the report
// on accessibility is made: `node scripts/accessibility-report.ts`. With --check, it only fails if that is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Evidence } from '#features/legal/accessibility-contract.ts';
import { evidenceOf, readRecords, staleness } from './lib/axe-records.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'content/legal/accessibility.json');
const records = readRecords(root);
const now = evidenceOf(records, new Date().toISOString().slice(0, 10));

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

if (records.length === 0)
  fail('There are no results of axe in reports/axe. Run the browser tests of every screen first.');
else if (process.argv.includes('--check')) {
  const problem = staleness(JSON.parse(readFileSync(file, 'utf8')) as Evidence, now);
  if (problem !== undefined)
    fail(
      `content/legal/accessibility.json is out of date: ${problem}. Run node scripts/accessibility-report.ts.`,
    );
} else {
  // As the formatter has it: short lists are on one line.
  const text = JSON.stringify(now, null, 2).replaceAll(
    /"criteria": \[([^\]]+)\]/g,
    (_, items: string) => `"criteria": [${items.trim().replaceAll(/\s+/g, ' ')}]`,
  );
  writeFileSync(file, `${text}\n`);
  console.log(`Written: ${now.checks} checks of ${now.parts.length} parts with axe ${now.axe}.`);
}
