import { expect, test, vi } from 'vitest';
import { CachedPage } from '#platform/http/page-cache.ts';
import { todaysPage, type Today } from './todays-page.ts';

function makePages() {
  const render = vi.fn<(today: Today) => CachedPage>(
    ({ text }) => new CachedPage({ owner: '/', headers: {}, plain: Buffer.from(text) }),
  );
  return { render, pages: todaysPage(render) };
}

const cookieOf = (locale: string) => `logbook-reader=${encodeURIComponent(`Europe/Vienna|${locale}|mouse`)}`;
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
const regions = letters.flatMap((first) => letters.map((second) => first + second));

test('a page is rendered by its route and then kept', () => {
  const { render, pages } = makePages();
  expect(pages.kept(cookieOf('de-AT'))).toBeUndefined();
  const page = pages.page(cookieOf('de-AT'));
  expect(pages.page(cookieOf('de-AT'))).toBe(page);
  expect(pages.kept(cookieOf('de-AT'))).toBe(page);
  expect(pages.kept(cookieOf('fr'))).toBeUndefined();
  expect(render).toHaveBeenCalledTimes(1);
});

test('regions that do not exist share the page of their language', () => {
  const { render, pages } = makePages();
  for (const region of regions) pages.page(cookieOf(`de-${region}`));
  const used = render.mock.calls.map(([{ locale }]) => locale);
  expect(used).toContain('de-AT');
  expect(new Set(used).size).toBe(used.length);
  expect(used.length).toBeLessThan(20);
});

test('the pages of 60 languages are kept', () => {
  const { pages } = makePages();
  const tags = Intl.DateTimeFormat.supportedLocalesOf(
    letters.flatMap((first) => letters.map((second) => (first + second).toLowerCase())),
  );
  expect(tags.length).toBeGreaterThan(60);
  for (const tag of tags) pages.page(cookieOf(tag));
  const kept = tags.filter((tag) => pages.kept(cookieOf(tag)));
  expect(kept.length).toBe(60);
  expect(kept.at(-1)).toBe(tags.at(-1));
});
