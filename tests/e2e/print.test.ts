// What comes out of the printer: every row of a long timeline, black on white, through Chromium's own PDF.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { entries, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const count = 200;
const numbered = (n: number) => `Entry number ${n} of the month, long enough to fill a line of paper.`;

test('200 entries are printed without a gap, whether or not they were scrolled to', async ({
  page,
  person,
}, testInfo) => {
  const now = Date.now();
  for (let n = 1; n <= count; n++) {
    await person.addCheckIn(numbered(n), { created_at: new Date(now - n).toISOString() });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  // The second page of entries is loaded while the page is idle.
  const loadedAhead = page.waitForResponse((answer) => /\/api\/check_ins\?.*before=/.test(answer.url()));
  await openTimeline(page);
  await entries(page).first().waitFor();
  expect(await entries(page).count(), 'only what is near the window is built').toBeLessThan(count);
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
  for (let at = 1; at <= pages; at++) {
    const name = testInfo.outputPath(`sheet-${String(at).padStart(String(pages).length, '0')}.pgm`);
    const { height, emptyRun } = readSheet(readFileSync(name));
    // The last sheet may end early.
    if (at < pages) expect(emptyRun / height, `the longest blank strip of sheet ${at}`).toBeLessThan(0.12);
  }
  // Afterwards the page is as it was.
  await expect.poll(() => entries(page).count()).toBeLessThan(count);
});

/** The height of a sheet and its longest run of rows without ink; the paper itself must be white. */
function readSheet(pgm: Buffer): { height: number; emptyRun: number } {
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(pgm.toString('latin1', 0, 40))!;
  const [columns, rows] = [Number(width), Number(height)];
  const pixels = pgm.subarray(header.length);
  expect(pixels[0], 'white paper').toBe(255);
  let emptyRun = 0;
  let run = 0;
  for (let y = 0; y < rows; y++) {
    const line = pixels.subarray(y * columns, (y + 1) * columns);
    run = line.some((grey) => grey < 160) ? 0 : run + 1;
    emptyRun = Math.max(emptyRun, run);
  }
  return { height: rows, emptyRun };
}
