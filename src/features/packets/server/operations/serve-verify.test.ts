import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('the page that checks packets may ask its own site, and issuers of credentials over TLS', async () => {
  const { statusCode, headers, body } = await app.server.inject('/verify');
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toMatch(/connect-src 'self' https:(;|$)/);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).toContain('&#34;isComplete&#34;:true');
  expect(body).not.toContain('data-rdf-suite');
});

it('the saved page is a download that loads and sends nothing', async () => {
  const { headers, body } = await app.server.inject('/verify.html');
  expect(headers['content-disposition']).toContain('attachment');
  expect(body).toContain(`<meta http-equiv="content-security-policy" content="default-src 'none';`);
  expect(body).not.toMatch(/<link\b|@font-face|connect-src| src=| href="\/(?!\/)/);
  expect(body).toContain('&#34;isComplete&#34;:false');
  expect(body).toContain('<script type="text/plain" data-rdf-suite>');
});

it('the suite that some credentials need is the script whose hash the page allows', async () => {
  const { headers, body } = await app.server.inject('/verify/rdf-suite.js');
  expect(headers['content-type']).toContain('javascript');
  const page = await app.server.inject('/verify');
  const hash = createHash('sha256').update(body).digest('base64');
  expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
});
