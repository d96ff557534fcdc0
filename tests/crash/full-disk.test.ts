// A disk that fills up under the running product: writes are refused with a clear error, and succeed again once there
// is room. Runs only where a test may mount a small disk. Each refusal also has its own test.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { until } from '../support/until.ts';

const password = 'a good long passphrase';
/** Enough for some hundred entries, but not for another segment of the write-ahead log, which takes 16 MB. */
const spareMegabytes = 8;
const json = { 'content-type': 'application/json' };

/* oxlint-disable vitest/no-conditional-tests -- A skipped test would prove nothing. */
if (canMount) {
  it('a full disk refuses writes with 507, loses nothing, and writes succeed again once there is room', async () => {
    const program = await makeProgram();
    const disk = mountSmallDisk(program.dataDir, 300);
    try {
      program.start();
      await program.untilReady();
      const token = await signUp(program.url);
      const headers = { ...json, authorization: `Bearer ${token}` };
      const save = async () => {
        const content = randomBytes(6_000).toString('base64');
        const id = newId();
        const response = await fetch(`${program.url}/api/check_ins`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ id, content, emoji: null }),
        });
        return { id, content, status: response.status, body: (await response.json()) as { code?: string } };
      };

      const saved = new Map<string, string>();
      await beginLogSegment(program);
      let last = await save();
      disk.leave(spareMegabytes);
      for (; last.status === 200; last = await save()) saved.set(last.id, last.content);
      expect(saved.size).toBeGreaterThan(100);
      expect([last.status, last.body.code]).toEqual([507, 'disk_full']);

      const form = new FormData();
      form.set('check_in_id', [...saved.keys()][0]!);
      form.set('id', newId());
      form.set('file', new File(['Notes'], 'notes.txt'));
      const upload = await fetch(`${program.url}/api/storage/log-files`, {
        method: 'POST',
        headers: { authorization: headers.authorization },
        body: form,
      });
      expect(upload.status).toBe(507);

      disk.resize(300);
      await until('an entry', 30_000, async () => (await save()).status === 200);
      expect(program.alive()).toBe(true);
      for (const [id, content] of saved) {
        const response = await fetch(`${program.url}/api/check_ins/${id}`, { headers });
        expect(await response.json()).toMatchObject({ content });
      }
    } finally {
      await program.stop();
      disk.remove();
      await program.remove();
    }
  });
}

/** Lets the write-ahead log continue in a new segment, so that a known part of it is free. */
async function beginLogSegment(program: Program): Promise<void> {
  const owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  await owner.query('select pg_switch_wal()');
  await owner.end();
}

async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ full_name: 'Ada Example', email: 'ada@example.com', password });
  const created = await fetch(`${url}/api/auth/sign-up`, { method: 'POST', headers: json, body });
  const grant = JSON.stringify({ grant_type: 'password', email: 'ada@example.com', password });
  expect(created.status).toBe(200);
  const response = await fetch(`${url}/api/auth/token`, { method: 'POST', headers: json, body: grant });
  return ((await response.json()) as { access_token: string }).access_token;
}
