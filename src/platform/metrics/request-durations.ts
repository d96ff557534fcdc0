// A Prometheus histogram of the time from a request to the end of its response. The histogram of prom-client hashes its
// labels at each observation. This one knows its numbers in advance, because each route has its own hook.
import type { FastifyInstance, FastifyReply } from 'fastify';

const name = 'logbook_http_request_duration_seconds';
/** Upper bounds in seconds. */
const bounds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'];
/** The operation of requests for paths that no route has. */
const unknownPath = 'unknown path';

/** The counts for one operation and one status class. The last bucket has no bound. */
type Series = { buckets: number[]; sum: number };
type Value = { metricName: string; labels: Record<string, string | number>; value: number };

export class RequestDurations {
  readonly name = name;
  readonly #operations = new Map<string, (Series | undefined)[]>();

  /** Measures the routes that are added to this server from now on. */
  follow(server: FastifyInstance): void {
    server.addHook('onRoute', (route) => {
      const observe = this.#observerOf(
        route.config?.operation ?? `${[route.method].flat().join(' ')} ${route.url}`,
      );
      const hook = (_request: unknown, reply: FastifyReply, done: () => void) => {
        observe(reply.statusCode, reply.elapsedTime);
        done();
      };
      route.onResponse = [route.onResponse ?? [], hook].flat();
    });
    const observe = this.#observerOf(unknownPath);
    server.addHook('onRequest', (request, reply, done) => {
      if (request.is404) {
        const start = performance.now();
        reply.raw.once('close', () => observe(reply.statusCode, performance.now() - start));
      }
      done();
    });
  }

  #observerOf(operation: string): (status: number, ms: number) => void {
    const byClass = this.#operations.get(operation) ?? [];
    this.#operations.set(operation, byClass);
    return (status, ms) => {
      const index = Math.floor(status / 100) - 1;
      const series = (byClass[index] ??= { buckets: Array(bounds.length + 1).fill(0), sum: 0 });
      const seconds = ms / 1000;
      let bucket = 0;
      while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
      series.buckets[bucket]! += 1;
      series.sum += seconds;
    };
  }

  /** The histogram in the form of prom-client. */
  get() {
    const values: Value[] = [];
    for (const [operation, byClass] of this.#operations) {
      for (const [index, series] of byClass.entries()) {
        if (!series) continue;
        const labels = { operation, status: classes[index]! };
        let count = 0;
        for (const [bucket, observed] of series.buckets.entries()) {
          count += observed;
          values.push({
            metricName: `${name}_bucket`,
            labels: { ...labels, le: bounds[bucket] ?? '+Inf' },
            value: count,
          });
        }
        values.push({ metricName: `${name}_sum`, labels, value: series.sum });
        values.push({ metricName: `${name}_count`, labels, value: count });
      }
    }
    const help = 'Time from a request to the end of its response, by operation and class of status.';
    return { name, help, type: 'histogram', values, aggregator: 'sum' };
  }
}
