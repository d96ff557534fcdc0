import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { listen } from '#tests/support/inbound-mail.ts';

const taken = createServer().listen(0, '127.0.0.1');
let app: TestApp;
let port: number;
beforeAll(async () => {
  if (!taken.listening) await once(taken, 'listening');
  ({ port } = taken.address() as AddressInfo);
  app = await startApp({ MAIL_IN_PORT: `${port}`, MAIL_IN_DOMAIN: 'in.example', MAIL_IN_HOST: '127.0.0.1' });
});
afterAll(async () => {
  taken.close();
  await app.close();
});

it('a port for email that another program uses is named to the operator', async () => {
  await expect(listen(app)).rejects.toMatchObject({
    message: expect.stringContaining(`Port ${port} for inbound email cannot be used.`),
  });
});
