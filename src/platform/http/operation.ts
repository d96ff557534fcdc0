// The contract of one call, shared by server and browser. A feature lists its operations in `contract.ts` as
// `operations = { 'GET /api/things': operation({...}) }`. The server binds each to a handler, the browser calls it by
// its key using types alone, and the OpenAPI document is generated from the same schemas.
import type { $ZodType, input, output } from 'zod/v4/core';

export type Schema = $ZodType;

/** Who may call: `anyone` (a session is read if there is one), or only callers with a live `session` (else 401). */
export type Access = 'anyone' | 'session';

export type Operation = {
  /** One sentence. Its part before a semicolon or a colon is the title in the documentation. */
  summary: string;
  /** What a caller needs to know beyond the summary, the schemas and the refusals. */
  description?: string;
  access: Access;
  /** The scope of API tokens that opens it, in addition to sessions (R-N1). Without one, no token does. */
  scope?: `${string}:${'read' | 'write'}`;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Changes nothing, although it is not a GET: runs like a read. */
  readsOnly?: true;
  /** Takes more than 5 ms of the process or the database: few run concurrently (`request-turns.ts`). */
  heavy?: true;
  /** The most bytes of the JSON body. Default: 16 kB. A larger limit needs a reason, and the maximum is 256 kB. */
  bodyLimit?: number;
  /** A text field of the body that is discarded as it arrives, limited only to 8 MB. */
  discards?: string;
  /**
   * A streamed multipart form instead of a JSON body, with the file last. The handler reads it. `also`: the operation takes
   * either, and plain text as well; the form has no file, one or several.
   */
  upload?: true | 'also';
  /** Takes an `Idempotency-Key`. */
  idempotent?: true;
  /** The fields of the form before its file. */
  form?: Schema;
  /** The response. Leave it out when the handler streams bytes. */
  response?: Schema;
  /** Redirects instead of a `response`: to the address of the bytes, or to a page. */
  redirects?: true;
  /** Codes from the feature's `refusals` that the operation may return in addition to the common ones. */
  refusals?: readonly string[];
};

/** The key of an operation: method, one space, path with `:name` parameters. */
export type OperationKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
export type Operations = Record<OperationKey, Operation>;

export type ParamsOf<O extends Operation> = O['params'] extends Schema ? output<O['params']> : undefined;
export type QueryOf<O extends Operation> = O['query'] extends Schema ? output<O['query']> : undefined;
export type BodyOf<O extends Operation> = O['body'] extends Schema ? output<O['body']> : undefined;
export type ResponseOf<O extends Operation> = O['response'] extends Schema
  ? output<O['response']>
  : undefined;
export type RefusalOf<O extends Operation> = O['refusals'] extends readonly (infer C)[] ? C & string : never;

/** A caller's input: the schemas' input side, without the parts that the operation does not have. */
export type CallInput<O extends Operation> = (O['params'] extends Schema
  ? { params: input<O['params']> }
  : unknown) &
  (O['query'] extends Schema ? { query: input<O['query']> } : unknown) &
  (O['body'] extends Schema ? { body: input<O['body']> } : unknown) &
  (O['upload'] extends true ? { form: FormData } : unknown);

/** Declares an operation. Only keeps the exact type, so bundlers can drop operations that the browser never calls. */
// @__NO_SIDE_EFFECTS__
export function operation<const O extends Operation>(declared: O): O {
  return declared;
}
