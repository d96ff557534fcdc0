// A race for the first account of an instance with closed sign-ups, which becomes its host. No honest user exists yet.
import { expect, it } from 'vitest';
import { makeProgram } from '../support/program.ts';
import { closeConnections, send } from './support/send.ts';

it('closed sign-ups admit exactly one of 12 parallel first sign-ups', async () => {
  const program = await makeProgram({ SIGNUPS: 'closed', TRUSTED_PROXIES: '127.0.0.1' });
  try {
    program.start();
    await program.untilReady();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const json = {
          full_name: 'Ada Example',
          email: `host${i}@example.com`,
          password: 'a good long passphrase',
        };
        return send(`${program.url}/api/auth/sign-up`, { from: `10.0.0.${i + 1}`, json });
      }),
    );
    const statuses = replies.map(({ status }) => String(status));
    expect(statuses.toSorted()).toEqual(['200', ...Array<string>(11).fill('403')]);
  } finally {
    closeConnections();
    await program.remove();
  }
});
