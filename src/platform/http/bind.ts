// Binds a feature's operations to its handlers: one Fastify route each, with the session read, the input checked and
// the answer checked by the operation's own schemas.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError, type default as pg } from 'pg';
import { compressAnswer } from './compress-answer.ts';
import { transact, transactAtOnce, type Reader, type Tx, type Viewer } from '../database/transaction.ts';
import { common, sendCommon, sendProblem, type CommonCode } from './problem.ts';
import type {
  Access,
  AnswerOf,
  BodyOf,
  Operation,
  OperationKey,
  Operations,
  ParamsOf,
  QueryOf,
  RefusalOf,
} from './operation.ts';
import { accessTokenHash } from './tokens.ts';

const refused = Symbol('refused');

/** A refusal is a value: the transaction around it commits, so that counters and failed tries stay. */
export type Refused<Code extends string = string> = {
  [refused]: true;
  code: Code;
  detail?: string;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
};

export function refuse<Code extends string>(
  code: Code,
  more: { detail?: string; retryAfter?: number } = {},
): Refused<Code> {
  return { [refused]: true, code, ...more };
}

export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && refused in value;
}

type Input<O extends Operation> = { params: ParamsOf<O>; query: QueryOf<O>; body: BodyOf<O> };
type ViewerFor<A extends Access> = A extends 'session' ? Viewer : Viewer | null;
type Answer<O extends Operation> = AnswerOf<O> | Refused<RefusalOf<O> | CommonCode>;

type Handler<O extends Operation> = (call: {
  viewer: ViewerFor<O['access']>;
  tx: Tx;
  input: Input<O>;
}) => Promise<Answer<O>>;

/** Runs one step of a longer operation in a transaction of its own; the viewer is read anew each time. */
export type Step<A extends Access> = <T>(
  work: (call: { viewer: ViewerFor<A>; tx: Tx }) => Promise<T>,
) => Promise<T | Refused<'no_session'>>;

/** Runs one step that asks all it asks at once, without knowing the viewer, in one trip to the database. */
export type StepAtOnce = <T>(
  work: (call: { tx: Reader }) => Promise<T>,
) => Promise<T | Refused<'no_session'>>;

type Steps<O extends Operation> = (call: {
  step: Step<O['access']>;
  stepAtOnce: StepAtOnce;
  input: Input<O>;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<Answer<O> | FastifyReply>;

const stepped = Symbol('stepped');

/**
 * Marks a handler that must not hold a transaction while bytes stream, a password is hashed or another host answers:
 * it gets `step` instead of `tx`, and may answer by the reply itself.
 */
export function inSteps<O extends Operation>(handler: Steps<O>): { [stepped]: Steps<O> } {
  return { [stepped]: handler };
}

type AtOnce<O extends Operation> = (call: { tx: Reader; input: Input<O> }) => Promise<Answer<O>>;

const single = Symbol('single');

/**
 * Marks a handler of a hot read that asks the database all it asks at once, before it awaits anything, and without
 * knowing the viewer (its SQL says `app.viewer()`): session, statements and commit then take one trip, not three.
 */
export function atOnce<O extends Operation>(handler: AtOnce<O>): { [single]: AtOnce<O> } {
  return { [single]: handler };
}

export type Handlers<All extends Operations> = {
  [K in keyof All & OperationKey]:
    | Handler<All[K]>
    | { [stepped]: Steps<All[K]> }
    | { [single]: AtOnce<All[K]> };
};

export type Feature<All extends Operations> = {
  operations: All;
  /** Code and HTTP status. */
  refusals: Record<string, number>;
  /** What the person reads for each code. */
  texts: Record<string, { title: string; detail?: string }>;
  handlers: Handlers<All>;
};

// Registration forgets the types of the single operations: the schemas guard the edges from here on.
type LooseHandler = (call: object) => Promise<unknown>;
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
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await run(pool, operation, handler, request, reply);
      // A reply that was returned is awaited like a promise, and comes out as nothing once it was sent.
      if (result === reply || reply.raw.headersSent) return reply;
      if (isRefused(result)) return sendRefusal(reply, feature, result);
      return reply.send(result);
    };
    server.route({
      method,
      url,
      handler: answer,
      ...(operation.answer && { onSend: compressAnswer }),
      config: { operation: key, access: operation.access, upload: operation.upload === true },
      schema: {
        summary: operation.summary,
        ...(operation.params && { params: operation.params }),
        ...(operation.query && { querystring: operation.query }),
        ...(operation.body && { body: operation.body }),
        ...(operation.answer && { response: { 200: operation.answer } }),
      },
    });
  }
}

async function run(
  pool: pg.Pool,
  operation: Operation,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const hash = accessTokenHash(request);
  if (operation.access === 'session' && hash === null) return refuse('no_session');
  const input = { params: request.params, query: request.query, body: request.body };
  const purpose = request.method === 'GET' ? 'read' : 'write';
  const unlessEnded = async (error: unknown) => {
    if (operation.access === 'session' && (await hasEnded(pool, hash, error))) return refuse('no_session');
    throw error;
  };
  const stepAtOnce = (work: LooseHandler) =>
    transactAtOnce(pool, hash, (tx) => work({ tx, input }), purpose).then(
      ({ viewer, result }) =>
        operation.access === 'session' && viewer === null ? refuse('no_session') : result,
      unlessEnded,
    );
  if (single in handler) return stepAtOnce(handler[single]);
  const step = (work: LooseHandler) =>
    transact(
      pool,
      hash,
      async (tx, viewer) => {
        if (operation.access === 'session' && viewer === null) return refuse('no_session');
        return work({ viewer, tx, input });
      },
      purpose,
    ).catch(unlessEnded);
  if (stepped in handler) return handler[stepped]({ step, stepAtOnce, input, request, reply });
  return step(handler);
}

/** Whether what the database refused was asked in a session that has ended meanwhile, as when the account is deleted. */
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
