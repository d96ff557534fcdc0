// Sends queued writes in order when the connection is back, possibly from a page that is opened later (R-B8). The browser
// creates their ids, so that sending one twice is harmless. Not TanStack's paused mutations: those belong to one tab,
// which would have to outlive the connection, and a write is lost between two of their saves.
import { availableFiles, filesOf } from '../drafts/persisted-files.ts';
import { canRetryLater, withRetries } from '../http/retries.ts';
import { withTabLock } from '../tabs/tab-lock.ts';
import { onReconnect } from '../live/on-reconnect.ts';
import type { Queue, Queued } from './queue.ts';

/** Delay before checking again whether another tab is still sending or was just closed, in milliseconds. */
const recheckMs = 3000;
const maxFixes = 3;

/** 'not_sent': another tab is sending it, or it was discarded. */
export type Outcome = 'delivered' | 'waits' | 'refused' | 'not_sent';

type Options<Write, Context, Answer> = {
  queue: Queue<Write>;
  /** Makes the request. `late`: the write has waited in the queue. Rejects with `Problem`. */
  deliver(write: Write, context: Context, late: boolean): Promise<Answer>;
  /** What to send instead, if a refusal can be fixed without the user. */
  fixed?(write: Write, error: unknown, late: boolean): Write | undefined;
  /** Completes a write that the server has. Until it resolves, the write is shown, and no other tab completes it. */
  complete(write: Write, answer: Answer, context: Context): Promise<void> | void;
  /** Reports a refusal. Returns why the write stays in the queue. Undefined: it is dropped. */
  refused(write: Write, error: unknown, context: Context): Pick<Queued<Write>, 'reason' | 'code'> | undefined;
  /** After an attempt to send everything. */
  afterRound?(context: Context): Promise<void> | void;
};

export type Outbox<Write, Context, Answer> = {
  /** Sends what is queued, now and whenever the connection may be back. Later calls do nothing. */
  start(userId: string, context: Context): void;
  /**
   * Sends a queued write. Resolves once the server has it, or with the reason why it does not. Only one tab sends it.
   * A write that has waited gets one attempt, any other is retried.
   */
  send(write: Write, context: Context, late: boolean): Promise<Outcome>;
  /** Shows a write as being sent, and sends it. */
  save(write: Write, context: Context): Promise<Outcome>;
  /** Sends a write that waits or was refused, when the user asks for it. */
  sendAgain(id: string, context: Context): Promise<Outcome>;
  /** Sends a write whose form waits for the response, with retries. Queues it if the server cannot be reached. */
  sendOrQueue(write: Write, context: Context): Promise<Answer | 'queued'>;
  /** Queues a write that has to wait. False if the browser could not store it. */
  hold(write: Write): boolean;
};

export function outbox<Write extends object, Context, Answer>({
  queue,
  deliver,
  fixed,
  complete,
  refused,
  afterRound,
}: Options<Write, Context, Answer>): Outbox<Write, Context, Answer> {
  type Attempt = { outcome: Outcome; write: Write; answer?: Answer };

  async function attempt(first: Write, context: Context, late: boolean): Promise<Attempt> {
    const { files, unloadedFiles } = await availableFiles(filesOf(first));
    let write: Write = { ...first, ...(files.length > 0 && { files, unloadedFiles }) };
    queue.change(queue.idOf(first), { write });
    for (let fixes = 0; ; fixes++) {
      const id = queue.idOf(write);
      // Discarded in the meantime.
      if (!queue.find(id)) return { outcome: 'not_sent', write };
      const current = write;
      const request = () => deliver(current, context, late);
      try {
        return { outcome: 'delivered', write, answer: await (late ? request() : withRetries(request)) };
      } catch (error) {
        const instead = fixes < maxFixes ? fixed?.(write, error, late) : undefined;
        if (!instead) return { outcome: settle(write, error, context), write };
        queue.change(id, { write: instead });
        write = instead;
      }
    }
  }

  function settle(write: Write, error: unknown, context: Context): Outcome {
    const id = queue.idOf(write);
    if (canRetryLater(error)) {
      queue.change(id, { state: 'waiting', progress: 0 });
      return 'waits';
    }
    const refusal = refused(write, error, context);
    if (refusal) queue.change(id, { ...refusal, state: 'refused', progress: 0 });
    else queue.drop(id);
    return 'refused';
  }

  function send(write: Write, context: Context, late: boolean): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const work = withTabLock(`send-${queue.idOf(write)}`, 'skip', async () => {
        const sent = await attempt(write, context, late);
        resolve(sent.outcome);
        if (sent.outcome !== 'delivered') return;
        const id = queue.idOf(sent.write);
        try {
          // Its first part runs before the write leaves the browser's storage, so that it can keep what it needs.
          const completion = complete(sent.write, sent.answer as Answer, context);
          queue.change(id, { state: 'delivered' });
          await completion;
        } finally {
          queue.drop(id);
        }
      });
      // Has no effect if `work` ran. Otherwise another tab is sending it.
      work.then(() => resolve('not_sent'), reject);
    });
  }

  const waiting = () => queue.store.get().all.filter(({ state }) => state === 'waiting');

  /** Oldest first, until the connection is lost. Returns false if any write was left to another tab or discarded. */
  async function sendInOrder(context: Context): Promise<boolean> {
    let attemptedAll = true;
    for (const { write } of waiting()) {
      const outcome = await send(write, context, true);
      if (outcome === 'waits') break;
      if (outcome === 'not_sent') attemptedAll = false;
      // Another tab is sending it. Later writes may depend on it.
      if (outcome === 'not_sent' && queue.find(queue.idOf(write))) break;
    }
    return attemptedAll;
  }

  let sending = false;
  async function sendWaiting(context: Context): Promise<void> {
    if (sending || !navigator.onLine) return;
    sending = true;
    try {
      const lock = `${queue.name}-${queue.store.get().userId}`;
      const attemptedAll = await withTabLock(lock, 'skip', () => sendInOrder(context));
      if (!attemptedAll && waiting().length > 0) setTimeout(() => void sendWaiting(context), recheckMs);
      await afterRound?.(context);
    } finally {
      sending = false;
    }
  }

  let started = false;
  function queued(write: Write, state: 'sending' | 'waiting'): Queued<Write> {
    return { write, state, progress: 0, reason: '', code: '' };
  }
  function hold(write: Write): boolean {
    const success = queue.put(queued(write, 'waiting'));
    if (!success) queue.drop(queue.idOf(write));
    return success;
  }
  return {
    send,
    hold,
    start(userId, context) {
      if (started) return;
      started = true;
      queue.load(userId);
      onReconnect(() => void sendWaiting(context));
    },
    save(write, context) {
      queue.put(queued(write, 'sending'));
      return send(write, context, false);
    },
    async sendAgain(id, context) {
      const found = queue.find(id);
      if (!found) return 'not_sent';
      queue.change(id, { state: 'sending', progress: 0 });
      const outcome = await send(found.write, context, true);
      if (outcome === 'not_sent') queue.change(id, { state: 'waiting', progress: 0 });
      return outcome;
    },
    async sendOrQueue(write, context) {
      try {
        return await withRetries(() => deliver(write, context, false));
      } catch (error) {
        if (canRetryLater(error) && hold(write)) return 'queued';
        throw error;
      }
    },
  };
}
