// The printed timeline, as Chromium's PDF: every row of a long timeline, black on white.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { entries, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const count = 200;
const numbered = (n: number) => `Entry number ${n} of the month, long enough to fill a line of paper.`;

test('200 entries are printed without gaps, including those not yet scrolled to', async ({
  page,
  person,
}, testInfo) => {
  const now = Date.now();
  for (let n = 1; n <= count; n++) {
    await person.addCheckIn(numbered(n), { created_at: new Date(now - n).toISOString() });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  // The second page of entries is loaded while the page is idle.
  const loadedAhead = page.waitForResponse((response) => /\/api\/check_ins\?.*before=/.test(response.url()));
  await openTimeline(page);
  await entries(page).first().waitFor();
  expect(await entries(page).count(), 'only rows near the viewport are rendered').toBeLessThan(count);
  await loadedAhead;

  const file = testInfo.outputPath('timeline.pdf');
  await expect(async () => {
    writeFileSync(file, await page.pdf({ format: 'A4' }));
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    const printed = [...text.matchAll(/Entry number (\d+) of/g)].map(([, n]) => Number(n));
    expect(printed).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(text).not.toContain('not printed');
    for (const control of ['Add Log Entry', 'TIMELINE', 'Search', 'Sign'])
      expect(text).not.toContain(control);
  }).toPass({ timeout: 10_000 });

  execFileSync('pdftoppm', ['-r', '30', '-gray', file, testInfo.outputPath('sheet')]);
  const pages = Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))![1]);
  expect(pages).toBeGreaterThan(3);
  for (let sheet = 1; sheet <= pages; sheet++) {
    const name = testInfo.outputPath(`sheet-${String(sheet).padStart(String(pages).length, '0')}.pgm`);
    const { height, emptyRun } = readSheet(readFileSync(name));
    // The last sheet may end early.
    if (sheet < pages)
      expect(emptyRun / height, `the longest blank strip of sheet ${sheet}`).toBeLessThan(0.12);
  }
  // After printing, the page renders only nearby rows again.
  await expect.poll(() => entries(page).count()).toBeLessThan(count);
});

/** The height of a sheet and its longest run of blank rows. Expects white paper. */
function readSheet(pgm: Buffer): { height: number; emptyRun: number } {
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(pgm.toString('latin1', 0, 40))!;
  const [columns, rows] = [Number(width), Number(height)];
  const pixels = pgm.subarray(header.length);
  expect(pixels[0], 'white paper').toBe(255);
  let emptyRun = 0;
  let run = 0;
  for (let y = 0; y < rows; y++) {
    const line = pixels.subarray(y * columns, (y + 1) * columns);
    run = line.some((gray) => gray < 160) ? 0 : run + 1;
    emptyRun = Math.max(emptyRun, run);
  }
  return { height: rows, emptyRun };
}
