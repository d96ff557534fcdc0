// A worker process: receives its setup from its parent, serves, and stops with it.
import cluster from 'node:cluster';
import { StartupError } from '../config/startup-error.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export const isWorker = cluster.isWorker;

/**
 * Runs `serve` with the setup that the parent sends and reports to the parent when it is ready. Runs `stop` and exits
 * when the parent asks for it, and when the parent has died.
 */
export async function runWorker(
  serve: (setup: object) => Promise<void>,
  stop: () => Promise<void>,
): Promise<void> {
  const end = () => void stop().then(() => process.exit());
  // Ctrl+C reaches every process of the terminal; the parent decides when its workers stop.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // Not only once: a supervisor may signal every process of the group, and so does the parent.
  process.on('SIGTERM', end);
  process.once('disconnect', end);
  const setup = await new Promise<object>((resolve) =>
    process.once('message', (message: ToWorker) => 'setup' in message && resolve(message.setup)),
  );
  try {
    await serve(setup);
    await report({ kind: 'ready' });
  } catch (error) {
    process.exitCode = 1;
    await report(failure(error as Error));
    end();
  }
}

function failure(error: Error): FromWorker {
  if (!(error instanceof StartupError)) return { kind: 'failed', stack: error.stack ?? error.message };
  return { kind: 'refused', what: error.what, why: error.why, fix: error.fix };
}

/** Resolves when the message is sent, or when there is no parent anymore to receive it. */
function report(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send!(message, undefined, undefined, () => resolve()));
}
