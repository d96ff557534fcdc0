import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { loggedError, loggedFields } from './logged.ts';

it('a logged error has its code and its place, and none of the values that it repeats', () => {
  const refused = Object.assign(new DatabaseError('invalid input syntax: "secret"', 20, 'error'), {
    ...{
      code: '22P02',
      detail: 'Key (email)=(ada@example.com)',
      table: 'users',
      constraint: 'users_email_key',
    },
  });
  const error = Object.assign(new Error('for ada@example.com\nnext', { cause: refused }), {
    rawPacket: Buffer.from('secret'),
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({
    ...{ type: 'Error', message: 'for [address] next' },
    cause: { code: '22P02', table: 'users', constraint: 'users_email_key' },
  });
  expect(JSON.stringify(logged)).not.toMatch(/secret|ada@/);
  expect(JSON.stringify(logged)).toContain('logged.test.ts');
});

it('the reason of another server is logged without the address that it repeats', () => {
  const options = { headers: { authorization: 'Bearer secret' } };
  expect(loggedFields({ options, mail: 'id', reason: '550 <ada@example.com>: unknown\r\nuser' })).toEqual({
    ...{ mail: 'id', reason: '550 <[address]>: unknown user' },
  });
});
