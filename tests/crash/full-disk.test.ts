// A disk that fills up under the running product: whoever writes is told so, and once there is room everything goes on
// by itself. Only where the system lets a test mount a small disk; beside it stand the tests of each answer.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import { makeProgram } from './program.ts';
import { until } from './until.ts';

const password = 'a good long passphrase';
const json = { 'content-type': 'application/json' };

/* oxlint-disable vitest/no-conditional-tests -- A test that is skipped would prove nothing. */
if (canMount) {
  it('a full disk is told to whoever writes, loses nothing, and is over once there is room', async () => {
    const program = await makeProgram();
    // What a fresh database takes, and less than a file of its log on top.
    const disk = mountSmallDisk(program.dataDir, 50);
    try {
      program.start();
      await program.untilReady();
      const token = await signUp(program.url);
      const headers = { ...json, authorization: `Bearer ${token}` };
      const save = async () => {
        const content = randomBytes(6_000).toString('base64');
        const id = newId();
        const answer = await fetch(`${program.url}/api/check_ins`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ id, content, emoji: null }),
        });
        return { id, content, status: answer.status, answer: (await answer.json()) as { code?: string } };
      };

      const saved = new Map<string, string>();
      let last = await save();
      for (; last.status === 200; last = await save()) saved.set(last.id, last.content);
      expect(saved.size).toBeGreaterThan(100);
      expect([last.status, last.answer.code]).toEqual([507, 'disk_full']);

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
        const answer = await fetch(`${program.url}/api/check_ins/${id}`, { headers });
        expect(await answer.json()).toMatchObject({ content });
      }
    } finally {
      await program.stop();
      disk.remove();
      await program.remove();
    }
  });
}

async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ full_name: 'Ada Example', email: 'ada@example.com', password });
  const made = await fetch(`${url}/api/auth/sign-up`, { method: 'POST', headers: json, body });
  const grant = JSON.stringify({ grant_type: 'password', email: 'ada@example.com', password });
  expect(made.status).toBe(200);
  const answer = await fetch(`${url}/api/auth/token`, { method: 'POST', headers: json, body: grant });
  return ((await answer.json()) as { access_token: string }).access_token;
}
