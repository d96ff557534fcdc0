import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port that nothing is currently listening on. Not one of those that systems give to connections and to listeners
 * without a port of their own: they could take it while a killed program is not yet started again.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    // Rejects with the error of a port that is taken.
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
