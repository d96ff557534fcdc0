// Three processes on one PostgreSQL and one bucket, behind nginx as in deploy/nginx-several-processes.conf, give
// the guarantees of one process.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { listen } from '../access/socket.ts';
import { until } from '../support/until.ts';
import { download, durations, failures, missingFrom, signUp, startLoad, type User } from './support/load.ts';
import { prepareProcesses, type SeveralProcesses } from './support/several-processes.ts';

const count = 3;
const usersCount = 8;
const json = { 'content-type': 'application/json' };

let all: SeveralProcesses;
let urls: string[];
beforeAll(async () => {
  all = await prepareProcesses(Array<string>(count).fill(process.cwd()), 'bucket');
  urls = all.programs.map(({ url }) => url);
});
afterAll(() => all?.stop());

const report = (line: string) => console.log(`processes: ${line}`);

async function rowsOf<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await all.admin.query<Row>(sql, values)).rows;
}

async function numberOf(sql: string, values: unknown[] = []): Promise<number> {
  return Number((await rowsOf<{ n: string }>(`select count(*) as n from ${sql}`, values))[0]!.n);
}

/** Sends a request to each process in turn, `times` in all, without waiting for the ones before. */
function spread<T>(times: number, send: (url: string) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => send(urls[index % count]!)));
}

const statusWith = (path: string, { headers }: User) =>
  spread(count, async (url) => (await fetch(url + path, { headers })).status);

function post(url: string, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(url + path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
}

it('three processes that start at the same instant on an empty database apply its schema once', async () => {
  const started = performance.now();
  for (const program of all.programs) program.start();
  await Promise.all(all.programs.map((program) => program.untilReady()));
  const ms = Math.round(performance.now() - started);
  const applied = all.programs.filter((program) => program.output().includes('database schema: applied'));
  expect(applied).toHaveLength(1);
  const migrations = await rowsOf<{ id: number }>('select id from graphile_worker.migrations order by id');
  expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, index) => index + 1));
  report(`${count} raced starts on an empty database took ${ms} ms, ${migrations.length} job migrations`);
  // Records each job that is added, and how often it was attempted when it is deleted.
  await all.admin.query(`
    create schema test; grant usage on schema test to public;
    create table test.added (id bigint, cron text);
    create table test.done (id bigint, attempts int);
    grant insert on all tables in schema test to public;
    create function test.note() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then
        insert into test.added values (new.id, (select identifier from graphile_worker._private_tasks t
          where t.id = new.task_id) || (new.payload -> '_cron' ->> 'ts'));
      else insert into test.done values (old.id, old.attempts); end if;
      return null; end $$;
    create trigger note after insert or delete on graphile_worker._private_jobs
      for each row execute function test.note()`);
});

it('a session of one process is valid in all of them, and has ended in all after one ends it', async () => {
  const user = await signUp(urls[0]!, 'session@example.com');
  expect(await statusWith('/api/auth/user', user)).toEqual([200, 200, 200]);
  expect((await post(urls[1]!, '/api/auth/sign-out', {}, user.headers)).status).toBe(200);
  expect(await statusWith('/api/auth/user', user)).toEqual([401, 401, 401]);
});

it('a live event reaches the sockets of all processes within a second', async () => {
  const user = await signUp(urls[0]!, 'live@example.com');
  const sockets = [...urls, all.nginx.url].map((url) =>
    listen(`${url.replace('http', 'ws')}/api/live`, user.headers),
  );
  await Promise.all(sockets.map(({ settled }) => settled));
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const id = newId();
    const sentAt = performance.now();
    const url = urls[round % count]!;
    const saved = await post(
      url,
      '/api/check_ins',
      { id, content: 'Seen by all', emoji: null },
      user.headers,
    );
    expect(saved.status).toBe(200);
    await until('every socket receives the event', 1_000, () =>
      sockets.every(({ events }) => events.some((event) => event.id === id)),
    );
    times.push(performance.now() - sentAt);
  }
  for (const socket of sockets) socket.close();
  report(`20 live events reached ${sockets.length} sockets in at most ${Math.round(Math.max(...times))} ms`);
});

it('limits count once over all processes: of 15 wrong passwords 5 are checked, of 9 emails 3 are sent', async () => {
  const email = 'limits@example.com';
  await signUp(urls[0]!, email);
  const wrong = { grant_type: 'password', email, password: 'wrong password' };
  const tries = await spread(15, async (url) => (await post(url, '/api/auth/token', wrong)).status);
  expect(tries.filter((status) => status === 429)).toHaveLength(10);
  const asked = await spread(9, async (url) => (await post(url, '/api/auth/recover', { email })).status);
  expect(asked.filter((status) => status === 200)).toHaveLength(3);
  expect(asked.filter((status) => status === 429)).toHaveLength(6);
  const links = () =>
    all.sink.received.filter(({ to, mail }) => to.includes(email) && /password/i.test(mail.subject ?? ''));
  await until('the links', 20_000, async () => {
    const left = await numberOf('graphile_worker.jobs where run_at <= now()');
    return links().length >= 3 && left === 0;
  });
  expect(links()).toHaveLength(3);
});

it('a public page that all processes have cached shows a change within a second', async () => {
  const user = await signUp(urls[0]!, 'public@example.com');
  await all.admin.query(`update users set email_verified_at = now() where email = 'public@example.com'`);
  const edit = (body: object) =>
    fetch(`${urls[0]}/api/profiles`, {
      method: 'PATCH',
      headers: { ...json, ...user.headers },
      body: JSON.stringify(body),
    });
  expect((await edit({ slug: 'seen-by-all' })).status).toBe(200);
  const shows = async (name: string) => {
    const pages = await spread(count, async (url) => (await fetch(`${url}/seen-by-all`)).text());
    return pages.every((page) => page.includes(`<bdi>${name}</bdi>`));
  };
  await until('the page', 5_000, () => shows('Ada Example'));
  expect(await shows('Ada Example')).toBe(true);
  expect((await edit({ full_name: 'Ada King' })).status).toBe(200);
  const changedAt = performance.now();
  await until('the change', 1_000, () => shows('Ada King'));
  report(
    `a changed public page was dropped from ${count} caches in ${Math.round(performance.now() - changedAt)} ms`,
  );
});

it('a file that was uploaded to one process is served by the others', async () => {
  const user = await signUp(urls[0]!, 'upload@example.com');
  const [entry, id] = [newId(), newId()];
  const body = { id: entry, content: 'With a file', emoji: null };
  expect((await post(urls[0]!, '/api/check_ins', body, user.headers)).status).toBe(200);
  const form = new FormData();
  form.set('check_in_id', entry);
  form.set('id', id);
  form.set('file', new File(['the content\n'], 'notes.txt'));
  const init = { method: 'POST', headers: user.headers, body: form };
  expect((await fetch(`${urls[0]}/api/storage/log-files`, init)).status).toBe(200);
  // Signed by one process, and sent by another.
  const [, second, third] = urls;
  expect(await download(second!, user, id, third)).toBe('the content\n');
  expect(await download(third!, user, id, second)).toBe('the content\n');
});

it('each of 60 emails is sent once, and each job of any process runs once', async () => {
  const emails = Array.from({ length: 60 }, (_, index) => `once${index}@example.com`);
  for (let index = 0; index < emails.length; index += 6)
    await Promise.all(emails.slice(index, index + 6).map((email, at) => signUp(urls[at % count]!, email)));
  const received = (email: string) => all.sink.received.filter(({ to }) => to.includes(email)).length;
  await until('all emails', 30_000, () => emails.every((email) => received(email) > 0));
  await until('no more jobs', 10_000, async () => (await numberOf('graphile_worker.jobs')) === 0);
  expect(emails.map(received)).toEqual(emails.map(() => 1));
  const repeated = await rowsOf('select * from test.done where attempts <> 1');
  expect(repeated).toEqual([]);
  const ids = all.sink.received.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(ids.length);
  report(`${await numberOf('test.done')} jobs and ${ids.length} emails, each once`);
});

it('no request fails while each process is restarted gracefully in turn under load', async () => {
  const users = await Promise.all(
    Array.from({ length: usersCount }, (_, index) => signUp(all.nginx.url, `restart${index}@example.com`)),
  );
  const [watcher] = users;
  const sockets = urls.map((url) => listen(`${url.replace('http', 'ws')}/api/live`, watcher!.headers));
  await Promise.all(sockets.map(({ settled }) => settled));
  const load = startLoad(all.nginx.url, users);
  const stopTimes: number[] = [];
  try {
    for (const program of all.programs) {
      const before = load.sent.length;
      await until('some requests', 10_000, () => load.sent.length > before + 50);
      const stopAt = performance.now();
      await program.stop();
      stopTimes.push(Math.round(performance.now() - stopAt));
      program.start();
      await program.untilReady();
    }
  } finally {
    await load.stop();
  }
  const failed = failures(load.sent);
  report(
    `${load.sent.length} requests during ${count} graceful restarts, ${failed.length} failed, ${durations(load.sent)}; ` +
      `the processes stopped within ${stopTimes.join(', ')} ms`,
  );
  expect(failed).toEqual([]);
  expect(sockets.map(({ closed }) => closed)).toEqual([1012, 1012, 1012]);
  expect(await missingFrom(all.nginx.url, load)).toEqual([]);
  expect(await numberOf('test.done where attempts <> 1')).toBe(0);
});

it('a process that is killed under load loses only the requests in flight on it, and others take over its jobs', async () => {
  const users = await Promise.all(
    Array.from({ length: usersCount }, (_, index) => signUp(all.nginx.url, `kill${index}@example.com`)),
  );
  const load = startLoad(all.nginx.url, users);
  const [victim] = all.programs;
  // The mail server does not respond, so that jobs are in progress in every process.
  all.sink.behave = () => 'take late';
  const heldJobs = `graphile_worker.jobs job where locked_by is not null and %s exists (
    select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 1
      and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(job.locked_by, 0))`;
  const lost = heldJobs.replace('%s', 'not');
  const sending = `(select distinct locked_by from ${heldJobs.replace('%s', '')} and task_identifier = 'send-mail') s`;
  await until('emails in progress in every process', 30_000, async () => (await numberOf(sending)) === count);
  const killedAt = performance.now();
  await victim!.killProcess();
  // Until the process has ended, its connections are open, and new requests reach them.
  const endedAt = performance.now();
  const before = load.sent.length;
  await until('more requests', 20_000, () => load.sent.length > before + 200);
  await load.stop();
  all.sink.behave = () => 'take';
  all.sink.releaseHeld();
  const failed = failures(load.sent);
  const inFlight = load.sent.filter((request) => request.startedAt <= endedAt && request.endedAt >= killedAt);
  expect(failed.filter((request) => !inFlight.includes(request))).toEqual([]);
  // nginx repeats the requests that change nothing.
  const isCut = (line: string) => line.includes(victim!.url) && /prematurely closed|reset by peer/.test(line);
  const cut = all.nginx.errors().filter(isCut).length;
  expect(failed.length).toBeLessThanOrEqual(cut);
  const inProgress = await numberOf(lost);
  expect(inProgress).toBeGreaterThan(0);
  // A job of each minute takes them over, half a minute after they began at the earliest.
  await until('the jobs are taken over', 100_000, async () => (await numberOf(lost)) === 0);
  const takenOverMs = performance.now() - killedAt;
  expect(await missingFrom(all.nginx.url, load)).toEqual([]);
  const unsent = await unsentTo(load.signedUp);
  report(
    `${load.sent.length} requests around kill -9, ${failed.length} failed of ${cut} in flight on it, ` +
      `${load.entries.size} entries, ${load.files.size} files and ${load.signedUp.length} emails kept; ` +
      `${inProgress} jobs taken over after ${Math.round(takenOverMs / 1000)} s`,
  );
  expect(unsent).toEqual([]);
  victim!.start();
  await victim!.untilReady();
});

/** Makes emails due that the killed process was sending, instead of minutes later. Returns those that do not arrive. */
async function unsentTo(emails: string[]): Promise<string[]> {
  const isMissing = (email: string) => !all.sink.received.some(({ to }) => to.includes(email));
  await until('the emails', 30_000, async () => {
    await all.admin.query(
      `update mails set due_at = due_at - interval '1 day' where state = 'sending' or state = 'queued'`,
    );
    await all.admin.query(`select app.enqueue('resume-mails', '{}')`);
    return !emails.some(isMissing);
  });
  return emails.filter(isMissing);
}

it('the processes together add each scheduled job once per minute', async () => {
  await until('a full minute', 70_000, async () => (await numberOf('test.added where cron is not null')) > 0);
  const added = await rowsOf<{ cron: string; n: number }>(
    'select cron, count(*)::int as n from test.added where cron is not null group by 1',
  );
  report(`${added.length} scheduled jobs, each added once`);
  expect(added.filter(({ n }) => n !== 1)).toEqual([]);
});

it('the processes stay within their database connections', async () => {
  const used = await numberOf(`pg_stat_activity where application_name = 'logbook'`);
  report(`${used} database connections of ${count} processes`);
  expect(used).toBeLessThanOrEqual(count * 29);
});
