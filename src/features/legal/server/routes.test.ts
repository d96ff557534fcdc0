import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { bothWays } from '#tests/support/prepared.ts';
import { decode } from '#tests/support/public-logbooks.ts';
import { claims, levelTexts, type Level } from '../accessibility-texts.ts';
import { readEvidence } from './operations/read-evidence.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(
    { INSTANCE_NAME: 'Ada *& Co*', MAIL_FEEDBACK: 'team@example.org' },
    new PageRenderer({ instanceName: 'Ada *& Co*', offlineApp: false }),
  );
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

const open = (headers: Record<string, string> = {}) => app.server.inject({ url: '/privacy-policy', headers });
const reader = (zone: string, locale: string) => ({
  cookie: `other=1; logbook-reader=${encodeURIComponent(`${zone}|${locale}|mouse`)}`,
});
const dateOf = (html: string) => /<time [^>]*>[^<]+/.exec(html)?.[0];
const setDay = (at: string) => vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] });

describe('the privacy policy', () => {
  it('has eight sections, and names this instance and how to reach its operator', async () => {
    const { statusCode, body } = await open();
    expect(statusCode).toBe(200);
    expect([...body.matchAll(/<h2 id="[^"]+"><a [^>]+>([^<]+)</g)].map(([, title]) => title)).toEqual([
      'Information We Collect',
      'How We Use Your Information',
      'Information Sharing',
      'Data Security',
      'Your Rights',
      'Cookies and Tracking',
      'Changes',
      'Contact',
    ]);
    const text = decode(body);
    expect(text).toContain('Ada *& Co* is a private logbook');
    expect(text).toContain('<a href="mailto:team@example.org">team@example.org</a>');
    expect(text.slice(text.indexOf('<main'))).not.toMatch(/\{[a-z]+\}/);
  });

  it('names the operator and their contact, whose characters are not Markdown', async () => {
    const settings = { OPERATOR_NAME: 'Ada *& Co* <GmbH>', OPERATOR_CONTACT: 'privacy@example.org' };
    const named = await startApp(settings, new PageRenderer({ instanceName: 'Notes', offlineApp: false }));
    const { body } = await named.server.inject({ url: '/privacy-policy' });
    const text = decode(body);
    expect(text).toContain('“We” are Ada *& Co* <GmbH>, the operator of Logbook.');
    expect(text).toContain('Ada *& Co* <GmbH> runs Logbook. Write to');
    expect(text).toContain('<a href="mailto:privacy@example.org">privacy@example.org</a>');
    await named.close();
  });

  it("shows today's date as last updated, in UTC for a reader who is not known", async () => {
    setDay('2026-11-23T23:30:00Z');
    expect(dateOf((await open()).body)).toBe('<time dateTime="2026-11-23" lang="en-US">November 23, 2026');
    setDay('2026-11-24T00:00:00Z');
    expect(dateOf((await open()).body)).toBe('<time dateTime="2026-11-24" lang="en-US">November 24, 2026');
  });

  it("shows the day of the reader's time zone in the reader's language", async () => {
    setDay('2026-11-23T23:30:00Z');
    const days = await Promise.all(
      [reader('Europe/Vienna', 'de-AT'), reader('America/Lima', 'es-PE'), reader('Asia/Tokyo', 'ja')].map(
        async (headers) => dateOf((await open(headers)).body),
      ),
    );
    expect(days).toEqual([
      '<time dateTime="2026-11-24" lang="de-AT">24. November 2026',
      '<time dateTime="2026-11-23" lang="es-PE">23 de noviembre de 2026',
      '<time dateTime="2026-11-24" lang="ja">2026年11月24日',
    ]);
  });

  it.each([
    'logbook-reader=%',
    'logbook-reader=Mars%2FBase%7Cen%7Cmouse',
    'logbook-reader=',
    'x'.repeat(5000),
  ])('ignores the invalid cookie %.40s', async (cookie) => {
    setDay('2026-11-23T12:00:00Z');
    expect(dateOf((await open({ cookie })).body)).toContain('November 23, 2026');
  });

  it('is sent ahead of the router as its route sends it, and varies with the cookie', async () => {
    for (const headers of [{}, reader('Europe/Vienna', 'de-AT'), { 'accept-encoding': 'gzip' }]) {
      const { sent, routed } = await bothWays(app.server, '/privacy-policy', headers);
      expect(sent).toEqual(routed);
      expect(sent.headers['vary']).toBe('cookie, accept-encoding');
    }
  });

  it('has a button that leads back, also without scripts', async () => {
    const { body, headers } = await open();
    expect(body).toMatch(/<a href="\/" data-back="true"[^>]*>.*?Back<\/a>/s);
    expect(headers['content-security-policy']).toMatch(/script-src ('sha256-[^']+' ?){3};/);
  });
});

describe('the report on accessibility', () => {
  const evidence = readEvidence(join(process.cwd(), 'content'));
  const text = z.string();
  const adherence = z.strictObject({ level: z.enum(Object.keys(levelTexts) as [Level]), notes: text.min(1) });
  const chapter = z.strictObject({
    criteria: z.array(
      z.strictObject({
        num: text,
        components: z.tuple([z.strictObject({ name: z.literal('web'), adherence })]),
      }),
    ),
  });
  // As GSA's schema of OpenACR 0.1.0 has it, and without other members than those that it knows.
  const openAcr = z.strictObject({
    ...{ title: text, report_date: text, version: z.int(), notes: text, evaluation_methods_used: text },
    ...{ license: text, catalog: text },
    product: z.strictObject({ name: text, version: text, description: text }),
    author: z.strictObject({ name: text, email: text }),
    chapters: z.strictObject({
      success_criteria_level_a: chapter,
      success_criteria_level_aa: chapter,
      success_criteria_level_aaa: z.strictObject({ disabled: z.literal(true), notes: text }),
    }),
  });

  it('is a file in the OpenACR format, with every criterion of WCAG 2.2 of the levels A and AA', async () => {
    const { headers, body } = await app.server.inject('/legal/openacr.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const report = openAcr.parse(JSON.parse(body));
    const { success_criteria_level_a: a, success_criteria_level_aa: aa } = report.chapters;
    expect([a.criteria.length, aa.criteria.length]).toEqual([32, 24]);
    const numbers = [...a.criteria, ...aa.criteria].map(({ num }) => num);
    expect(new Set(numbers).size).toBe(56);
    expect(report.author).toEqual({ name: 'Ada *& Co*', email: '' });
    expect(report.product.version).toBe(
      (await app.server.inject('/api/version')).json<{ version: string }>().version,
    );
  });

  it('is a page that says what was not evaluated, and by whom the product was not tried', async () => {
    const { statusCode, body } = await app.server.inject('/legal/accessibility');
    expect(statusCode).toBe(200);
    const shown = decode(body);
    expect(shown).toMatch(/Not evaluated: \d+ of 56/);
    expect(shown).toContain('No one has used this product with a screen reader');
    expect(shown).toContain('<a href="/legal/openacr.json">');
    expect(shown).toMatch(
      /1\.4\.3 Contrast \(Minimum\).*?Supports.*?axe: color-contrast was never broken\./s,
    );
    expect(shown).not.toContain('undefined');
  });

  it('claims nothing about a criterion for which axe has no rule and no one has a reason', () => {
    const silent = Object.entries(claims).filter(
      ([number, { level, note }]) =>
        level === 'supports' &&
        note === '' &&
        !evidence.rules.some(({ criteria }) => criteria.includes(number)),
    );
    expect(silent).toEqual([]);
  });
});
