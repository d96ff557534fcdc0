import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('the page that checks packets may fetch from its own site only', async () => {
  const { statusCode, headers, body } = await app.server.inject('/verify');
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).toContain('&#34;isComplete&#34;:true');
});

it('the saved page is a download that loads and sends nothing', async () => {
  const { headers, body } = await app.server.inject('/verify.html');
  expect(headers['content-disposition']).toContain('attachment');
  expect(body).toContain(`<meta http-equiv="content-security-policy" content="default-src 'none';`);
  expect(body).not.toMatch(/<link\b|@font-face|connect-src| src=| href="\/(?!\/)/);
  expect(body).toContain('&#34;isComplete&#34;:false');
});
