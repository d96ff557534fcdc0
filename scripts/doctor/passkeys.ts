// Passkeys, which browsers bind to the host of APP_URL, as the owner of the database.
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { counted } from '#platform/text/language.ts';
import { ok, warning, type Finding } from './finding.ts';

export async function checkPasskeys(
  client: Pick<pg.Client, 'query'>,
  { appUrl }: Pick<Config, 'appUrl'>,
): Promise<Finding[]> {
  const { rows: known } = await client.query<{ is_known: boolean }>(
    `select to_regclass('public.passkeys') is not null as is_known`,
  );
  if (!known[0]!.is_known) return [];
  const host = new URL(appUrl).hostname;
  const { rows } = await client.query<{ here: number; elsewhere: number }>(
    `select count(*) filter (where rp_id = $1)::int as here, count(*) filter (where rp_id <> $1)::int as elsewhere
     from passkeys`,
    [host],
  );
  const { here, elsewhere } = rows[0]!;
  if (elsewhere === 0) return here === 0 ? [] : [ok(`All passkeys work at ${host}.`)];
  const why = 'Browsers bind a passkey to the host that it was made for.';
  const fix =
    'Put the earlier host back into APP_URL, or tell the users to sign in with their password and a recovery code.';
  return [
    warning(
      `Useless at ${host}: ${counted(elsewhere, { one: 'passkey', other: 'passkeys' })} of another host.`,
      why,
      fix,
    ),
  ];
}
