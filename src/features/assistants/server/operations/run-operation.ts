// Runs an operation for a tool as if the caller had sent the request: the same route reads the token, its scope and its
// limits, validates, and refuses.
import type { FastifyInstance, InjectOptions } from 'fastify';
import { addressOf, problemFrom } from '#platform/http/client.ts';
import type { CallInput, ResponseOf } from '#platform/http/operation.ts';
import { viaMcp } from '#platform/http/via.ts';
import type { Operations } from '../../contract.ts';
import type { Assistant } from './admit-assistant.ts';
import { sentenceOf } from './sentence-of.ts';

/** Why a tool did nothing, in a sentence for the assistant. */
export class ToolRefusal extends Error {}

export type Run = <K extends keyof Operations>(
  key: K,
  input: CallInput<Operations[K]>,
) => Promise<ResponseOf<Operations[K]>>;

/** Operations as this caller. A refusal is thrown. */
export function runAs(server: FastifyInstance, { token, userAgent, ip }: Assistant): Run {
  return async <K extends keyof Operations>(key: K, input: CallInput<Operations[K]>) => {
    const [method, path] = key.split(' ') as [InjectOptions['method'] & string, string];
    const untyped = input as Parameters<typeof addressOf>[1];
    const { statusCode, payload } = await server.inject({
      method,
      url: addressOf(path, untyped),
      ...(untyped.body !== undefined && { payload: untyped.body as object }),
      headers: {
        ...viaMcp,
        authorization: `Bearer ${token}`,
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      },
      remoteAddress: ip,
    });
    if (statusCode !== 200) throw new ToolRefusal(sentenceOf(problemFrom(statusCode, payload)));
    return JSON.parse(payload) as ResponseOf<Operations[K]>;
  };
}
