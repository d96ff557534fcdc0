// Authenticator apps, whose secrets are sealed under APP_SECRET, as the owner of the database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Codes } from '#features/accounts/server/operations/codes.ts';
import type { Config } from '#platform/config/config.ts';
import { loadOrCreateSecret } from '#platform/secrets/secrets.ts';
import { counted } from '#platform/text/language.ts';
import { ok, warning, type Finding } from './finding.ts';

export async function checkAuthenticators(
  client: Pick<pg.Client, 'query'>,
  { appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>,
): Promise<Finding[]> {
  const { rows: known } = await client.query<{ is_known: boolean }>(
    `select to_regclass('public.authenticator_apps') is not null as is_known`,
  );
  // Without a secret, another finding says so.
  const hasSecret = appSecret !== undefined || existsSync(join(dataDir, 'app-secret'));
  if (!known[0]!.is_known || !hasSecret) return [];
  const { rows } = await client.query<{ id: string; sealed_secret: Buffer }>(
    'select id, sealed_secret from authenticator_apps',
  );
  if (rows.length === 0) return [];
  const codes = new Codes(loadOrCreateSecret(appSecret, dataDir));
  const unreadable = rows.filter((row) => !codes.open(row)).length;
  if (unreadable === 0) return [ok('The codes of all authenticator apps can be checked.')];
  const why = 'Their keys are encrypted with APP_SECRET, which was another one when they were set up.';
  const fix =
    'Put the earlier APP_SECRET back, or tell the users to sign in with their password and a recovery code, and to set the app up again.';
  return [
    warning(
      `Useless: ${counted(unreadable, { one: 'authenticator app', other: 'authenticator apps' })}.`,
      why,
      fix,
    ),
  ];
}
