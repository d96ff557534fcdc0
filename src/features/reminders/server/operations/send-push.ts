// Sends one push message. It has no content (R-N6): the service worker shows a fixed sentence. A message that may have been
// sent before, because a process died, replaces that one.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { hourMs } from '#platform/clock/durations.ts';
import { transact } from '#platform/database/transaction.ts';
import { CannotFetch } from '#platform/http/fetch-public.ts';
import type { PostPublic, PostResponse } from '#platform/http/post-public.ts';
import { counts } from '#platform/metrics/counts.ts';
import { currentPushKey } from '#platform/push/push-key.ts';
import { vapidHeader } from '#platform/push/vapid.ts';
import { limits } from '../../constants.ts';
import { deviceById, forgetDevice, noteAccepted, pushLater } from '../due-store.ts';

export type PushParts = {
  pool: pg.Pool;
  appSecret: string;
  /** How the operator of a push service reaches this instance. */
  contact: string;
  postPublic: PostPublic;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** `dueAt` in milliseconds. */
export type PushMessage = { id: string; dueAt: number; attempts: number };

/** Replaces earlier messages that are not delivered yet. */
const topic = 'logbook-reminder';
/** Seconds between attempts; the last one repeats. */
const retryDelays = [60, 5 * 60, 30 * 60, 2 * 3600];
/** The longest that a push service may ask to wait, in seconds. */
const maxWait = 6 * 3600;
const lateMs = limits.lateHours * hourMs;

export async function sendPush(parts: PushParts, message: PushMessage): Promise<void> {
  const { pool, appSecret } = parts;
  const now = Date.now();
  const left = Math.floor((message.dueAt + lateMs - now) / 1000);
  if (left <= 0) return;
  const found = await transact(pool, null, async (tx) => {
    const device = await deviceById(tx, message.id);
    return device && { ...device, key: await currentPushKey(tx, appSecret) };
  });
  // Without the key that the browser was given, the device waits for it to be replaced.
  if (!found?.key || found.key.id !== found.key_id) return;
  const { endpoint, key } = found;
  const response = await post(parts, endpoint, {
    authorization: vapidHeader(key, { endpoint, contact: parts.contact, now }),
    ttl: String(left),
    urgency: 'low',
    topic,
  });
  await settle(parts, message, endpoint, response);
}

type Outcome = PostResponse | 'forbidden' | 'unreachable';

async function post(
  { postPublic }: PushParts,
  endpoint: string,
  headers: Record<string, string>,
): Promise<Outcome> {
  try {
    return await postPublic(endpoint, headers);
  } catch (error) {
    if (!(error instanceof CannotFetch)) throw error;
    return error.isForbidden ? 'forbidden' : 'unreachable';
  }
}

async function settle(
  { pool, log }: PushParts,
  message: PushMessage,
  endpoint: string,
  outcome: Outcome,
): Promise<void> {
  const status = typeof outcome === 'string' ? 0 : outcome.status;
  if (status >= 200 && status < 300) {
    counts.pushesAccepted++;
    return noteAccepted(pool, message.id);
  }
  if (outcome === 'forbidden' || status === 404 || status === 410) {
    counts.pushesEnded++;
    return forgetDevice(pool, message.id, endpoint);
  }
  counts.pushesFailed++;
  if (outcome !== 'unreachable' && status !== 429 && status < 500) {
    log.warn({ device: message.id, status }, 'a push service refused a message');
    return;
  }
  const asked = typeof outcome === 'string' ? 0 : (outcome.retryAfter ?? 0);
  const delay = retryDelays[Math.min(message.attempts, retryDelays.length - 1)]!;
  const seconds = Math.max(delay, Math.min(asked, maxWait));
  await pushLater(pool, { ...message, attempts: message.attempts + 1 }, seconds);
}
