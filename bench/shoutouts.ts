// The SHOUTOUTS tab of a user with 10,000 shoutouts, compared with that of a user with 100: the cost must not depend on
// how many there are.
import type pg from 'pg';
import { rate } from './format.ts';
import type { Instance, Person } from './instance.ts';
import { atMost, type Row } from './report.ts';
import { ratioOf, type Length, type Loader, type Result } from './rounds.ts';

const bounds = { aim: 1.1, floor: 1.3 };
const [few, many] = [100, 10_000];
const pageSize = 30;

export async function shoutoutRows(loader: Loader, length: Length, instance: Instance): Promise<Row[]> {
  const newcomer = await instance.signUpSettled('newcomer');
  const colleague = await instance.signUpSettled('colleague');
  await instance.asOwner(async (owner) => {
    await writeShoutouts(owner, newcomer, few);
    await writeShoutouts(owner, colleague, many);
    await owner.query('vacuum analyze shoutouts');
  });
  const database = await instance.databasePid();
  const caseOf = ({ cookie }: Person) => ({
    server: instance.pid,
    database,
    port: instance.port,
    callers: 4,
    method: 'GET' as const,
    path: `/api/shoutouts?limit=${pageSize}`,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  for (const person of [newcomer, colleague]) await checkPage(instance, person);
  const cases = [caseOf(newcomer), caseOf(colleague)];
  const [first, second] = (await loader.compare(cases, length)) as [Result, Result];
  const ratio = ratioOf(first, second);
  return [
    {
      name: `shoutouts, ${many.toLocaleString('en')} against ${few} of the user`,
      ours: rate(second),
      reference: rate(first),
      ratio,
      aim: `${bounds.aim}`,
      floor: `${bounds.floor}`,
      verdict: atMost(ratio, bounds),
      details: { many: second, few: first },
    },
  ];
}

/** Inserts `count` shoutouts of a user, half of them received and half sent, the newest a minute ago. */
async function writeShoutouts(owner: pg.Client, { id, email }: Person, count: number): Promise<void> {
  await owner.query('update users set email_verified_at = now() where id = $1', [id]);
  await owner.query(
    `with partner as (
       insert into users (id, email, email_verified_at)
       values (gen_random_uuid(), 'partner-of-' || $2, now()) returning id, email)
     insert into shoutouts (id, sender_id, recipient_email, message, created_at)
     select uuidv7(age), case when n % 2 = 0 then partner.id else $1 end,
            case when n % 2 = 0 then $2 else partner.email end,
            'Thank you for the review, it saved the release. ' || n, now() + age
     from partner, generate_series(1, $3::int) n, lateral (select make_interval(mins => -n) as age) a`,
    [id, email, count],
  );
}

async function checkPage(instance: Instance, { cookie }: Person): Promise<void> {
  const response = await fetch(`${instance.url}/api/shoutouts?limit=${pageSize}`, { headers: { cookie } });
  const { rows } = (await response.json()) as { rows: { direction: string }[] };
  const directions = new Set(rows.map(({ direction }) => direction));
  if (rows.length !== pageSize || directions.size !== 2) throw new Error('The page of shoutouts lacks rows.');
}
