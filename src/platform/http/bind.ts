// Binds a feature's operations to its handlers. Each becomes a Fastify route that reads the session and validates input
// and response by the operation's own schemas.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError, type default as pg } from 'pg';
import { parse } from 'zod/v4/core';
import { compressResponse } from './compress-response.ts';
import {
  entrance,
  readInOneStatement,
  transact,
  transactInOneTrip,
  type Entrance,
  type Reader,
  type ReadOfUser,
  type Tx,
  type Viewer,
} from '../database/transaction.ts';
import { common, sendCommon, sendProblem, type CommonCode } from './problem.ts';
import type {
  Access,
  ResponseOf,
  BodyOf,
  Operation,
  OperationKey,
  Operations,
  ParamsOf,
  QueryOf,
  RefusalOf,
} from './operation.ts';
import type { Documented, Tag } from './openapi-document.ts';
import { ownIdFields } from './own-ids.ts';
import { apiTokenRefusal } from './api-tokens.ts';
import { accessTokenHash, apiTokenOf } from './tokens.ts';

const refused = Symbol('refused');

/** A refusal is a value, not an error: the transaction commits, so counters and failed attempts persist. */
export type Refused<Code extends string = string> = {
  [refused]: true;
  code: Code;
  detail?: string;
  /** Seconds to wait before retrying. */
  retryAfter?: number;
};

export function refuse<Code extends string>(
  code: Code,
  more: { detail?: string; retryAfter?: number } = {},
): Refused<Code> {
  return { [refused]: true, code, ...more };
}

class RefusalWithRollback extends Error {
  readonly refusal: Refused;

  constructor(refusal: Refused) {
    super(`Refused and rolled back: ${refusal.code}`);
    this.refusal = refusal;
  }
}

/**
 * Refuses after the handler has written something: the transaction rolls back, including anything it counted. Use it
 * only for refusals that a concurrent request causes. Throws; the type checks the refusal's code.
 */
export function refuseAndRollBack<Code extends string>(
  ...refusal: Parameters<typeof refuse<Code>>
): Refused<Code> {
  throw new RefusalWithRollback(refuse(...refusal));
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && refused in value;
}

type Input<O extends Operation> = { params: ParamsOf<O>; query: QueryOf<O>; body: BodyOf<O> };
type ViewerFor<A extends Access> = A extends 'session' ? Viewer : Viewer | null;
type Outcome<O extends Operation> = ResponseOf<O> | Refused<RefusalOf<O> | CommonCode>;

type Handler<O extends Operation> = (call: {
  viewer: ViewerFor<O['access']>;
  tx: Tx;
  input: Input<O>;
}) => Promise<Outcome<O>>;

/** Runs one step of a longer operation in its own transaction. Each step reads the viewer again. */
export type Step<A extends Access> = <T>(
  work: (call: { viewer: ViewerFor<A>; tx: Tx }) => Promise<T>,
) => Promise<T | Refused<'no_session'>>;

/** Runs one write in one statement, which looks up the session itself (see `Entrance`). Only for hot writes. */
export type StepInOneStatement = <T>(
  work: (call: { tx: Entrance }) => Promise<T>,
) => Promise<T | Refused<'no_session'>>;

/**
 * Runs one read in one statement, which looks up the session itself. Refuses if there is none, so only for operations with
 * access `session`. Only for hot reads.
 */
type ReadInOneStatement = <T>(
  work: (call: { tx: Entrance }) => Promise<ReadOfUser<T> | undefined>,
) => Promise<T | Refused<'no_session'>>;

type Steps<O extends Operation> = (call: {
  step: Step<O['access']>;
  stepInOneStatement: StepInOneStatement;
  readInOneStatement: ReadInOneStatement;
  input: Input<O>;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<Outcome<O> | FastifyReply>;

const stepped = Symbol('stepped');

/**
 * Marks a handler that must not hold a transaction while bytes stream, a password is hashed or another host responds, or
 * that runs as one statement. It gets `step` instead of `tx`, and may send the reply itself.
 */
export function inSteps<O extends Operation>(handler: Steps<O>): { [stepped]: Steps<O> } {
  return { [stepped]: handler };
}

type SingleTrip<O extends Operation> = (call: { tx: Reader; input: Input<O> }) => Promise<Outcome<O>>;

const single = Symbol('single');

/**
 * Marks a handler of a hot read that starts all its queries before its first `await` and does not know the viewer (its
 * SQL uses `app.viewer()`). Session, statements and commit then take one trip instead of three.
 */
export function inOneTrip<O extends Operation>(handler: SingleTrip<O>): { [single]: SingleTrip<O> } {
  return { [single]: handler };
}

export type Handlers<All extends Operations> = {
  [K in keyof All & OperationKey]:
    | Handler<All[K]>
    | { [stepped]: Steps<All[K]> }
    | { [single]: SingleTrip<All[K]> };
};

export type Feature<All extends Operations> = {
  operations: All;
  /** The tag under which its operations are documented. */
  tag: Tag;
  /** Code and HTTP status. */
  refusals: Record<string, number>;
  /** The user-facing text for each code. */
  texts: Record<string, { title: string; detail?: string }>;
  handlers: Handlers<All>;
};

// Registration erases the types of the individual operations. From here on, the schemas guard the edges.
type LooseHandler = (call: object) => Promise<unknown>;
const inTrips = new WeakMap<FastifyInstance, Map<string, (tx: Reader) => Promise<unknown>>>();
type AnyHandler = LooseHandler | { [stepped]: LooseHandler } | { [single]: LooseHandler };

/** Registers all operations of a feature. */
export function bind<All extends Operations>(
  server: FastifyInstance,
  pool: pg.Pool,
  feature: Feature<All>,
): void {
  for (const [key, operation] of Object.entries(feature.operations)) {
    const [method, url] = key.split(' ') as [string, string];
    const handler = feature.handlers[key as keyof All & OperationKey] as AnyHandler;
    const ownIds = ownIdFields(operation.body);
    if (single in handler) keepForTrips(server, key, operation, handler[single]);
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const result =
        (await refuseOtherUsers(pool, ownIds, request)) ??
        (await run(pool, operation, handler, request, reply));
      // A returned reply is awaited like a promise and resolves to undefined once it is sent.
      if (result === reply || reply.raw.headersSent) return reply;
      if (isRefused(result)) return sendRefusal(reply, feature, result);
      return reply.send(result);
    };
    server.route({
      method,
      url,
      handler: respond,
      ...(operation.response && { onSend: compressResponse }),
      ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
      // Before the body is read: it may be large, or never end.
      ...(operation.access === 'session' && {
        onRequest: (request, reply) => refuseWithoutToken(pool, operation, request, reply),
      }),
      config: {
        operation: key,
        access: operation.access,
        upload: operation.upload ?? false,
        heavy: operation.heavy === true,
        contract: operation,
        tag: feature.tag,
        refusals: documented(feature, operation),
      },
      schema: {
        summary: operation.summary,
        ...(operation.params && { params: operation.params }),
        ...(operation.query && { querystring: operation.query }),
        ...(operation.body && { body: operation.body }),
        ...(operation.response && { response: { 200: operation.response } }),
      },
    });
  }
}

function keepForTrips(
  server: FastifyInstance,
  key: string,
  { query, response }: Operation,
  handler: LooseHandler,
): void {
  const own = inTrips.get(server) ?? new Map();
  inTrips.set(server, own);
  own.set(key, async (tx: Reader) => {
    const input = { params: {}, query: query && parse(query, {}), body: {} };
    const result = await handler({ tx, input });
    return isRefused(result) || !response ? undefined : parse(response, result);
  });
}

/**
 * The response to a call without parameters that is marked `inOneTrip`, read in another operation's trip to the database:
 * it starts all its queries before it returns. Undefined if it is refused.
 */
export async function respondInTrip(server: FastifyInstance, key: string, tx: Reader): Promise<unknown> {
  const respond = inTrips.get(server)?.get(key);
  if (!respond) throw new Error(`${key} is not bound, or not in one trip.`);
  return respond(tx);
}

/** The refusals of an operation, as its callers see them. */
function documented(feature: Feature<Operations>, { refusals = [] }: Operation): Record<string, Documented> {
  return Object.fromEntries(
    refusals.map((code) => [
      code,
      {
        status: feature.refusals[code] ?? common[code as CommonCode].status,
        title: feature.texts[code]?.title ?? common[code as CommonCode]?.title ?? code,
      },
    ]),
  );
}

/** Refuses a body that names another user where only the caller may be named. Costs nothing without such a field. */
async function refuseOtherUsers(pool: pg.Pool, fields: readonly string[], request: FastifyRequest) {
  const body = request.body as Record<string, string | null | undefined> | undefined;
  const named = fields.map((field) => body?.[field]).filter((id) => typeof id === 'string');
  if (named.length === 0) return undefined;
  const hash = accessTokenHash(request);
  const userId = await transact(pool, hash, (_tx, viewer) => Promise.resolve(viewer?.userId), 'read');
  if (userId === undefined) return refuse('no_session');
  return named.every((id) => id === userId) ? undefined : refuse('another_user');
}

async function refuseWithoutToken(
  pool: pg.Pool,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const apiToken = apiTokenOf(request);
  if (apiToken !== undefined) {
    const isWrite = purposeOf(operation, request) === 'write';
    const refusal = await apiTokenRefusal(pool, operation, apiToken, request, isWrite);
    if (refusal) await sendCommon(reply, refusal.code, refusal);
  } else if (accessTokenHash(request) === null) await sendCommon(reply, 'no_session');
}

const purposeOf = ({ readsOnly }: Operation, { method }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || readsOnly ? 'read' : 'write';

async function run(
  pool: pg.Pool,
  operation: Operation,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const hash = accessTokenHash(request);
  const input = { params: request.params, query: request.query, body: request.body };
  const purpose = purposeOf(operation, request);
  const refuseIfKnown = async (error: unknown) => {
    if (error instanceof RefusalWithRollback) return error.refusal;
    if (operation.access === 'session' && (await hasEnded(pool, hash, error))) return refuse('no_session');
    throw error;
  };
  if (single in handler) {
    return transactInOneTrip(pool, hash, (tx) => handler[single]({ tx, input }), purpose).then(
      ({ viewer, result }) =>
        operation.access === 'session' && viewer === null ? refuse('no_session') : result,
      refuseIfKnown,
    );
  }
  const step = (work: LooseHandler) =>
    transact(
      pool,
      hash,
      async (tx, viewer) => {
        if (operation.access === 'session' && viewer === null) return refuse('no_session');
        return work({ viewer, tx, input });
      },
      purpose,
    ).catch(refuseIfKnown);
  if (stepped in handler) {
    const stepInOneStatement = (work: LooseHandler) =>
      work({ tx: entrance(pool, hash) }).catch(refuseIfKnown);
    const readWithSession = (work: (call: { tx: Entrance }) => Promise<ReadOfUser<unknown> | undefined>) =>
      readInOneStatement(pool, hash, (tx) => work({ tx })).then(
        (found) => found ?? refuse('no_session'),
        refuseIfKnown,
      );
    return handler[stepped]({
      ...{ step, stepInOneStatement, readInOneStatement: readWithSession },
      ...{ input, request, reply },
    });
  }
  return step(handler);
}

/** Whether the database error came from a session that has ended meanwhile, for example by account deletion. */
async function hasEnded(pool: pg.Pool, hash: Buffer | null, error: unknown): Promise<boolean> {
  if (!(error instanceof DatabaseError)) return false;
  return transact(pool, hash, (_tx, viewer) => Promise.resolve(viewer === null), 'read');
}

function sendRefusal(reply: FastifyReply, feature: Feature<Operations>, result: Refused): FastifyReply {
  const { code, detail, retryAfter } = result;
  const status = feature.refusals[code];
  if (status === undefined) {
    if (code in common) return sendCommon(reply, code as CommonCode, { detail, retryAfter });
    throw new Error(`The refusal ${code} has no status.`);
  }
  const text = feature.texts[code];
  return sendProblem(reply, {
    status,
    code,
    title: text?.title ?? code,
    detail: detail ?? text?.detail,
    retryAfter,
  });
}
