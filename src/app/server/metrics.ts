// Metrics for Prometheus at /metrics. With several workers, one response covers all of them: counts are added up, and
// figures about the shared database are taken once.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Registry,
  type Metric,
} from 'prom-client';
import { hashingQueueLength } from '#features/accounts/server/operations/passwords.ts';
import { lastBackup } from '#platform/backup/folder.ts';
import { sharedCheck } from '#platform/health/shared-check.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { bearerOf } from '#platform/http/tokens.ts';
import { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { counts } from '#platform/metrics/counts.ts';
import { RequestDurations } from '#platform/metrics/request-durations.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { gather } from '#platform/workers/gather.ts';
import { readQueues } from './queues.ts';

type Parts = {
  /** What callers must present. */
  token: string;
  version: string;
  pools: Record<'app' | 'jobs', pg.Pool>;
  /** The folder of the backups. */
  backupDir: string;
};

/** Wrong tokens of one network. */
const wrongTokens = { most: 10, within: 60_000 };

/** Measures the routes that are added afterwards, and serves the figures. */
export function serveMetrics(server: FastifyInstance, parts: Parts): void {
  const registry = registryOf(server, parts);
  const gathered = gather(() => registry.getMetricsAsJSON());
  const expected = hashToken(parts.token);
  const wrong = new UnknownLimit(wrongTokens);

  server.get('/metrics', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const given = hashToken(bearerOf(request) ?? '');
    if (!timingSafeEqual(given, expected)) {
      // Only wrong tokens count, or any caller behind a shared proxy could keep the right one out.
      const looked = await wrong.look(addressBlock(request.ip), () => Promise.resolve(false));
      if ('wait' in looked) return sendCommon(reply, 'too_many_requests', { retryAfter: looked.wait });
      return reply.header('www-authenticate', 'Bearer').code(401).send();
    }
    const all = AggregatorRegistry.aggregate(await gathered());
    return reply.type(all.contentType).send(await all.metrics());
  });
}

function registryOf(server: FastifyInstance, { version, pools, backupDir }: Parts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new RequestDurations();
  durations.follow(server);
  const all = [
    durations as unknown as Metric,
    ...ofProcess(version),
    ofPools(pools),
    ofBackups(backupDir),
    ...ofQueues(pools.jobs),
  ];
  for (const metric of all) registry.registerMetric(metric);
  return registry;
}

/** Each metric is registered once, by its caller. */
const registers: Registry[] = [];

function ofProcess(version: string): Metric[] {
  const count = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  return [
    new Gauge({
      name: 'logbook_build_info',
      help: 'The version that runs.',
      ...{ labelNames: ['version'], registers, aggregator: 'first' },
      collect() {
        this.set({ version }, 1);
      },
    }),
    count(
      'logbook_http_prepared_responses_total',
      'Responses that were complete before their request; their durations are not measured.',
      () => counts.preparedResponses,
    ),
    count('logbook_page_cache_hits_total', 'Public pages from the cache.', () => counts.pageCacheHits),
    count('logbook_page_cache_misses_total', 'Public pages rendered again.', () => counts.pageCacheMisses),
    count('logbook_upload_bytes_total', 'Bytes of received files.', () => counts.uploadedBytes),
    count('logbook_reminders_sent_total', 'Weekly emails and reminders sent.', () => counts.remindersSent),
    count(
      'logbook_reminders_spared_total',
      'Reminders left out because their user had written an entry that week.',
      () => counts.remindersSpared,
    ),
    count(
      'logbook_reminders_late_total',
      'Weekly emails and reminders left out because they were more than a day late.',
      () => counts.remindersLate,
    ),
    count(
      'logbook_pushes_accepted_total',
      'Push messages accepted by their service.',
      () => counts.pushesAccepted,
    ),
    count(
      'logbook_pushes_failed_total',
      'Attempts to send a push message that failed.',
      () => counts.pushesFailed,
    ),
    count(
      'logbook_push_devices_ended_total',
      'Devices whose push service no longer knows them.',
      () => counts.pushesEnded,
    ),
    count('logbook_sign_in_failures_total', 'Refused sign-ins.', () => counts.failedSignIns),
    new Counter({
      name: 'logbook_inbound_emails_total',
      help: 'Emails to private addresses by outcome, with the reason if one was ignored or refused.',
      ...{ labelNames: ['outcome', 'reason'], registers },
      collect() {
        this.reset();
        for (const [name, of] of Object.entries(counts.mailsIn)) {
          const [outcome = '', reason = ''] = name.split(' ');
          this.inc({ outcome, reason }, of);
        }
      },
    }),
    new Counter({
      name: 'logbook_provider_returns_total',
      help: 'Ways through the provider of single sign-on, by how they ended.',
      ...{ labelNames: ['outcome'], registers },
      collect() {
        this.reset();
        for (const [outcome, of] of Object.entries(counts.providerReturns)) this.inc({ outcome }, of);
      },
    }),
    new Counter({
      name: 'logbook_app_refusals_total',
      help: 'Refused requests of apps that connect (OAuth), by what was requested and the error.',
      ...{ labelNames: ['request', 'error'], registers },
      collect() {
        this.reset();
        for (const [name, of] of Object.entries(counts.appRefusals)) {
          const [request = '', error = ''] = name.split(' ');
          this.inc({ request, error }, of);
        }
      },
    }),
    gauge('logbook_live_sockets', 'Open connections for live events.', () => counts.liveSockets),
    gauge('logbook_hashing_queue_length', 'Operations that hash a password or wait to.', hashingQueueLength),
  ];
}

function ofPools(pools: Parts['pools']): Metric {
  return new Gauge({
    name: 'logbook_database_connections',
    help: 'Connections of each pool by state, and requests that wait for one.',
    ...{ labelNames: ['pool', 'state'], registers },
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'in use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** Every process sees the same folder. Before the first backup, there is no such figure. */
function ofBackups(backupDir: string): Metric {
  return new Gauge({
    name: 'logbook_last_backup_timestamp_seconds',
    help: 'When the last backup was complete.',
    ...{ labelNames: [], registers, aggregator: 'max' },
    async collect() {
      this.reset();
      const last = await lastBackup({ backupDir }).catch(() => undefined);
      if (last) this.set(last.at.getTime() / 1000);
      else this.remove();
    },
  });
}

/** Emails and jobs are counted in the database, so every process has the same figures. */
function ofQueues(pool: pg.Pool): Metric[] {
  const queues = sharedCheck(() => readQueues(pool));
  const aggregator = 'max';
  return [
    new Gauge({
      name: 'logbook_database_up',
      help: 'Whether the database responds.',
      ...{ registers, aggregator },
      async collect() {
        this.set((await queues()) === 'away' ? 0 : 1);
      },
    }),
    new Gauge({
      name: 'logbook_jobs',
      help: 'Jobs by task: waiting, retrying after an error, or failed for good.',
      ...{ labelNames: ['task', 'state'], registers, aggregator },
      async collect() {
        const read = await queues();
        this.reset();
        if (read === 'away') return;
        for (const { task, state, count } of read.jobs) this.set({ task, state }, count);
      },
    }),
    new Gauge({
      name: 'logbook_emails',
      help: 'Emails by state: those that are not finished, and those of the last hour that are.',
      ...{ labelNames: ['state'], registers, aggregator },
      async collect() {
        const read = await queues();
        this.reset();
        if (read === 'away') return;
        for (const { state, count } of read.emails) this.set({ state }, count);
      },
    }),
  ];
}
