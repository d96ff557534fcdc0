import { statSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { introductionPage } from './introduction-page.tsx';

const publicFiles = join(import.meta.dirname, '../../../../app/web/public');
const { title, main } = introductionPage('Notes of Ada');
const html = renderToStaticMarkup(main);

test('the introduction names the instance, and leads to the logbook and to the sign-up', () => {
  expect(title).toBe('What is Notes of Ada?');
  expect(html).toMatch(/<a href="\/" data-for="visitor" [^>]*>Start your free Notes of Ada<\/a>/);
  expect(html).toMatch(/<a href="\/" data-for="member" [^>]*>Back to your logbook<\/a>/);
  expect(html).toContain('href="/auth?mode=signup"');
});

test('each picture that the introduction names exists, in both themes, with less than 60 kB', () => {
  const paths = [...new Set(html.match(/\/images\/[\w.-]+/g))];
  expect(paths.filter((path) => path.includes('light'))).toHaveLength(6);
  expect(paths.filter((path) => path.includes('dark'))).toHaveLength(6);
  const tooLarge = paths.filter((path) => statSync(join(publicFiles, path)).size >= 60_000);
  expect(tooLarge).toEqual([]);
});
