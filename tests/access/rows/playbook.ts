import { TipsLinks } from '#features/playbook/server/operations/tips-links.ts';
import { newId } from '#platform/clock/id.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { anyone, malformed, plain, type At, type Make, type Rows, type Sent } from '../row.ts';

const path = '/raise-promotion-playbook/tips';

/** The token of a new sign-up of another person's address. Anyone who has it may see the address: it was emailed there. */
async function tokenOf({ app, others }: At): Promise<string> {
  const id = newId();
  const { link, tokenHash } = new TipsLinks('http://localhost', appSecret).linkFor(id);
  await app.database.asOwner((db) =>
    db.query(
      `insert into tips_signups (id, address, mailbox, token_hash, ends_at)
       values ($1, $2, $2, $3, now() + interval '1 day')
       on conflict (mailbox) do update set token_hash = excluded.token_hash`,
      [id, others.email, tokenHash],
    ),
  );
  return new URL(link).searchParams.get('token')!;
}

const page = (token: string): Sent => ({ url: path, headers: { cookie: `logbook-tips=${token}` } });
const form = (token: string): Sent => ({
  url: path,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `token=${token}&choice=confirm`,
});

const signUp =
  (email: string): Make =>
  async ({ app }) => {
    await app.database.asOwner((db) => db.query(`delete from limit_hits where kind = 'tips'`));
    return { url: '/api/functions/v1/email-signup', body: { email } };
  };

export const playbookRows: Rows = {
  'GET /raise-promotion-playbook': {
    expected: { plain: anyone(200) },
    requests: plain('/raise-promotion-playbook'),
  },
  'POST /api/functions/v1/email-signup': {
    expected: { 'an address': anyone(200), malformed },
    requests: { 'an address': signUp('reader@example.com'), malformed: signUp('not an address') },
  },
  [`GET ${path}`]: {
    expected: { 'a link': anyone(303), others: anyone(200), none: anyone(404), malformed: anyone(404) },
    requests: {
      'a link': async (at) => ({ url: `${path}?token=${await tokenOf(at)}` }),
      others: async (at) => ({ ...page(await tokenOf(at)), reveals: at.others }),
      none: () => page(newToken()),
      malformed: () => ({ url: `${path}?token=%00` }),
    },
  },
  [`POST ${path}`]: {
    expected: { others: anyone(200), none: anyone(404), malformed: anyone(404) },
    requests: {
      others: async (at) => ({ ...form(await tokenOf(at)), reveals: at.others }),
      none: () => form(newToken()),
      malformed: () => form('%00'),
    },
  },
};
