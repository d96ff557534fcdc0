// My Team of a manager with 50 members who share 1,000 entries each, and as many private ones, compared with the
// timeline of one of them; and what the views of a manager read.
import type pg from 'pg';
import { rate } from './format.ts';
import type { Instance, Person } from './instance.ts';
import { atMost, type Row } from './report.ts';
import { ratioOf, type Length, type Loader, type Result } from './rounds.ts';
import { writeEntries } from './seed.ts';
import { connect } from './team.ts';

const [members, sharedEach] = [50, 1_000];
const text = 'Shipped the next part of the thing. #billing '.repeat(3);

/** The cost of a view, as a multiple of the timeline's. */
const bounds = { 'My Team': { aim: 2, floor: 3 }, 'a logbook of the team': { aim: 1.5, floor: 2 } };

export async function teamRows(loader: Loader, length: Length, instance: Instance): Promise<Row[]> {
  const manager = await instance.signUpSettled('manager');
  const member = await instance.signUpSettled('member');
  await instance.asOwner((owner) => writeTeam(owner, manager, member));
  const database = await instance.databasePid();
  const caseOf = ({ cookie }: Person, path: string) => ({
    server: instance.pid,
    database,
    port: instance.port,
    callers: 4,
    method: 'GET' as const,
    path,
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  await checkTeam(instance, manager);
  const views = [
    ['My Team', '/api/team'],
    ['a logbook of the team', `/api/team/${member.id}`],
  ] as const;
  const cases = [caseOf(member, '/api/check_ins'), ...views.map(([, path]) => caseOf(manager, path))];
  const [timeline, ...results] = (await loader.compare(cases, length)) as [Result, ...Result[]];
  return views.map(([name], index) => {
    const ours = results[index]!;
    const { aim, floor } = bounds[name];
    const ratio = ratioOf(timeline, ours);
    return {
      name: `${name}, ${members} members sharing ${sharedEach.toLocaleString('en')} entries each, against the timeline`,
      ours: rate(ours),
      reference: rate(timeline),
      ratio,
      aim: `${aim}`,
      floor: `${floor}`,
      verdict: atMost(ratio, { aim, floor }),
      details: { ours, timeline },
    };
  });
}

/** Connects the manager with `member` and 49 others. The manager looked at every second logbook yesterday. */
async function writeTeam(owner: pg.Client, manager: Person, member: Person): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `with people as (
       insert into users (id, email, email_verified_at)
       select gen_random_uuid(), 'member' || n || '@example.com', now() from generate_series(2, $1::int) n returning id),
     named as (
       insert into profiles (user_id, full_name, email) select id, 'Member ' || id, id || '@example.com' from people)
     select id from people`,
    [members],
  );
  const ids = [member.id, ...rows.map(({ id }) => id)];
  for (const id of ids) await writeEntries(owner, id, [text], 2 * sharedEach);
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await connect(owner, manager, ids);
  await owner.query(
    `update team_relationships r set looked_at = now() - interval '1 day'
     from unnest($1::uuid[]) with ordinality as one (id, n) where r.employee_id = one.id and n % 2 = 0`,
    [ids],
  );
  await owner.query(
    `insert into goals (id, user_id, text, cadence, period_start, position)
     select gen_random_uuid(), id, 'A goal', 'weekly', date_trunc('week', now())::date, n
     from unnest($1::uuid[]) id, generate_series(1, 5) n`,
    [ids],
  );
  await owner.query('commit');
  await owner.query('vacuum analyze check_ins');
  await owner.query('vacuum analyze team_relationships');
  await owner.query('vacuum analyze goals');
}

async function checkTeam(instance: Instance, { cookie }: Person): Promise<void> {
  const response = await fetch(`${instance.url}/api/team`, { headers: { cookie } });
  const team = (await response.json()) as { members: { new_entries: number }[]; shared_entries: number };
  const unseen = new Set(team.members.map((card) => card.new_entries));
  if (team.members.length !== members || team.shared_entries !== 100 || !unseen.has(100))
    throw new Error(`My Team is not complete: ${JSON.stringify(team).slice(0, 500)}`);
}
