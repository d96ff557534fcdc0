// The credentials of verified vouches, as the owner of the database: whether verifiers can find their issuer.
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { didOf } from '#platform/signing/did-web.ts';
import { counted } from '#platform/text/language.ts';
import { ok, warning, type Finding } from './finding.ts';

export async function checkCredentials(
  client: Pick<pg.Client, 'query'>,
  { appUrl, https }: Pick<Config, 'appUrl' | 'https'>,
): Promise<Finding[]> {
  const { rows: known } = await client.query<{ is_known: boolean }>(
    `select to_regclass('public.credentials') is not null as is_known`,
  );
  if (!known[0]!.is_known) return [];
  const { rows } = await client.query<{ issuer: string; count: number }>(
    `select issuer, count(*)::int from credentials where issuer is not null group by issuer order by issuer`,
  );
  const did = didOf(appUrl);
  const findings = rows
    .filter(({ issuer }) => issuer !== did)
    .map(({ issuer, count }) => {
      const why = 'They were issued at an earlier APP_URL, where verifiers look for the keys and the status.';
      const fix = 'Let that host redirect to APP_URL, or keep serving its did.json and status lists.';
      return warning(
        `${counted(count, { one: 'credential', other: 'credentials' })} issued by ${issuer}.`,
        why,
        fix,
      );
    });
  if (rows.length > 0 && !https) {
    const why = 'Verifiers look up the issuer by https only.';
    findings.push(warning('Credentials are issued, and APP_URL is not https.', why, 'Set up https.'));
  }
  return findings.length > 0 || rows.length === 0
    ? findings
    : [ok('Verifiers find the issuer of all credentials.')];
}
