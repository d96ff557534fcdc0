import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { stillPages } from './still-pages.ts';

const { renderStill } = stillPages({
  config: readConfig({ INSTANCE_NAME: 'Our <log>' }),
  root: join(import.meta.dirname, '../../../tests/support/web'),
  renderer: undefined,
});
const page = { status: 200, title: 'Ada & Co', main: null };
const script = { element: '<script type="module">1</script>', source: `'sha256-abc='` };

/** The policy of a page by directive. */
function policyOf(more: Partial<StillPage>): Record<string, string> {
  const policy = renderStill({ ...page, ...more }).headers['content-security-policy']!;
  return Object.fromEntries(
    policy.split('; ').map((part) => {
      const at = part.indexOf(' ');
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

test.each([
  ['a page', {}, 'connect-src', undefined],
  ['a listed page', { isListed: true }, 'connect-src', `'self'`],
  ['a page without a form', {}, 'form-action', `'none'`],
  ['a page with a form', { hasForm: true }, 'form-action', `'self'`],
  [
    'a page with a host',
    { sources: { 'img-src': ['https://a.example'] } },
    'img-src',
    `'self' https://a.example`,
  ],
  ['a page with every host', { sources: { 'img-src': ['*'] } }, 'img-src', `'self'`],
  [
    'a page with emails',
    { sources: { 'style-src-attr': [`'unsafe-inline'`] } },
    'style-src-attr',
    `'unsafe-inline'`,
  ],
  ['a page with inline scripts', { sources: { 'img-src': [`'unsafe-inline'`] } }, 'img-src', `'self'`],
])('%s %j has the policy %s %s', (_what, more, directive, sources) => {
  expect(policyOf(more)[directive]).toBe(sources);
});

test('the policy allows the scripts of a page, and by default nothing', () => {
  expect(policyOf({})['default-src']).toBe(`'none'`);
  expect(policyOf({ scripts: [script] })['script-src']).toContain(script.source);
  expect(policyOf({})['script-src']).not.toContain(script.source);
});

test.each([
  [false, true],
  [true, false],
])('a page with isListed %s is closed to search engines: %s', (isListed, isClosed) => {
  const html = renderStill({ ...page, isListed })
    .plain()
    .toString();
  expect(html.includes('<meta name="robots" content="noindex">')).toBe(isClosed);
  expect(html).toContain('<title>Ada &#38; Co · Our &#60;log&#62;</title>');
});

test('only a page with a path has the script of the frame', () => {
  const scriptsOf = (more: Partial<StillPage>) =>
    renderStill({ ...page, ...more })
      .plain()
      .toString()
      .split('<script type="module">').length - 1;
  expect(scriptsOf({ scripts: [script] })).toBe(1);
  expect(scriptsOf({ scripts: [script], path: '/guide' })).toBe(2);
});

test('the compressed page is the same as the plain one', () => {
  const rendered = renderStill(page);
  expect(gunzipSync(rendered.gzip())).toEqual(rendered.plain());
});
