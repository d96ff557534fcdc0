// The parent of several worker processes. All listen on the same port (SO_REUSEPORT), so the kernel spreads connections
// over them and none pass through this process. A worker that dies is replaced while the others keep serving.
import cluster, { type Worker } from 'node:cluster';
import { createServer, type AddressInfo } from 'node:net';
import { StartupError } from '../config/startup-error.ts';
import { passQuestionsOn } from './gather.ts';
import type { FromWorker, ToWorker } from './messages.ts';

type Options = {
  count: number;
  /** Sent to every worker. */
  setup: object;
  say(line: string): void;
};

export type Workers = {
  /** Lets every worker finish its requests and exit. */
  stop(): Promise<void>;
};

/** Milliseconds before a dead worker is replaced. Doubled for each replacement that dies before it is ready. */
const replaceAfterMs = 200;
const maxReplaceAfterMs = 10_000;
/** Milliseconds that a worker has to stop before it is killed. */
const stopWithinMs = 15_000;

/** Starts the workers and resolves when all of them serve. Throws the error of the first one that cannot start. */
export async function startWorkers({ count, setup, say }: Options): Promise<Workers> {
  const live = new Set<Worker>();
  const waiting = new Set<NodeJS.Timeout>();
  let stopping = false;
  // Keys are sent as bytes.
  cluster.setupPrimary({ serialization: 'advanced' });
  passQuestionsOn();

  const start = (): Worker => {
    const worker = cluster.fork();
    live.add(worker);
    worker.once('exit', () => live.delete(worker));
    worker.send({ setup } satisfies ToWorker);
    return worker;
  };
  const replace = (failures: number) => {
    const waitMs = Math.min(replaceAfterMs * 2 ** failures, maxReplaceAfterMs);
    const timer = setTimeout(() => {
      waiting.delete(timer);
      const worker = start();
      untilReady(worker).then(
        () => keep(worker),
        (error: Error) => {
          if (stopping) return;
          say(`A worker could not start: ${error.message}`);
          replace(failures + 1);
        },
      );
    }, waitMs);
    waiting.add(timer);
  };
  const keep = (worker: Worker) => {
    const onExit = () => {
      if (stopping) return;
      say(
        `A worker exited unexpectedly (${worker.process.signalCode ?? worker.process.exitCode}) and is replaced.`,
      );
      replace(0);
    };
    if (worker.isDead()) onExit();
    else worker.once('exit', onExit);
  };
  // After a second signal, for example, this process exits without having stopped them.
  process.once('exit', () => {
    for (const worker of live) worker.process.kill('SIGKILL');
  });
  const stop = async () => {
    stopping = true;
    for (const timer of waiting) clearTimeout(timer);
    await Promise.all([...live].map(stopWorker));
  };

  try {
    // The first one starts alone, so that what keeps all of them from starting is reported once.
    const first = start();
    await untilReady(first);
    const others = Array.from({ length: count - 1 }, start);
    await Promise.all(others.map(untilReady));
    for (const worker of [first, ...others]) keep(worker);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/**
 * Resolves with the port to listen on: the given one, or a free one for 0. Rejects if another program listens there,
 * which the workers would not notice if that program also shares the port.
 */
export function findPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host }, () => {
      const address = probe.address() as AddressInfo;
      probe.close(() => resolve(address.port));
    });
  });
}

function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve();
      else if (message.kind === 'refused') reject(new StartupError(message));
      else if (message.kind === 'failed') reject(new Error(message.stack));
    });
    worker.once('exit', (code, signal) =>
      reject(new Error(`A worker exited (${signal ?? code}) before it was ready.`)),
    );
  });
}

function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    const late = setTimeout(() => worker.process.kill('SIGKILL'), stopWithinMs);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.process.kill('SIGTERM');
  });
}
