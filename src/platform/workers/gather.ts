// Lets one worker ask all workers of its instance, such as for the figures of one scrape. The parent forwards the
// questions and answers.
import cluster, { type Worker } from 'node:cluster';
import type { FromWorker, ToWorker } from './messages.ts';

/** How long the parent waits for answers, in milliseconds. A worker that starts, stops or hangs has none. */
const answerWithinMs = 2_000;

/** In the parent: forwards questions, and sends the answers back when all workers have answered or the time is up. */
export function passQuestionsOn(): void {
  type Pending = { asker: Worker; question: number; answers: unknown[]; missing: Set<number>; end(): void };
  const pending = new Map<number, Pending>();
  let newest = 0;

  const ask = (asker: Worker, question: number) => {
    const id = ++newest;
    const others = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const timer = setTimeout(() => pending.get(id)?.end(), answerWithinMs);
    const entry: Pending = {
      asker,
      question,
      answers: [],
      missing: new Set(others.map((worker) => worker!.id)),
      end() {
        clearTimeout(timer);
        pending.delete(id);
        send(asker, { kind: 'answers', question, answers: entry.answers });
      },
    };
    pending.set(id, entry);
    for (const worker of others) send(worker!, { kind: 'question', id });
  };

  cluster.on('message', (worker: Worker, message: FromWorker) => {
    if (message.kind === 'ask') ask(worker, message.question);
    if (message.kind !== 'answer') return;
    const entry = pending.get(message.id);
    if (!entry?.missing.delete(worker.id)) return;
    entry.answers.push(message.answer);
    if (entry.missing.size === 0) entry.end();
  });
}

// A worker that has just died receives nothing.
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, undefined, () => undefined);
}

/**
 * Makes the answer of this process available to all workers of its instance. The returned function resolves to the
 * answers of all of them. A process without a parent answers alone. Answers are plain data.
 */
export function gather<Answer>(answer: () => Promise<Answer>): () => Promise<Answer[]> {
  if (!cluster.isWorker) return async () => [await answer()];
  const asked = new Map<number, (answers: Answer[]) => void>();
  let newest = 0;
  process.on('message', (message: ToWorker) => {
    if (!('kind' in message)) return;
    if (message.kind === 'question') {
      void answer().then((own) => sendToParent({ kind: 'answer', id: message.id, answer: own }));
    } else {
      asked.get(message.question)?.(message.answers as Answer[]);
      asked.delete(message.question);
    }
  });
  return () =>
    new Promise((resolve) => {
      const question = ++newest;
      asked.set(question, resolve);
      sendToParent({ kind: 'ask', question });
    });
}

function sendToParent(message: FromWorker): void {
  if (process.connected) process.send!(message, undefined, undefined, () => undefined);
}
