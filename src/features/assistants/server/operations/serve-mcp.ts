// The Model Context Protocol over HTTP: the 2026-07-28 version and, statelessly, those of 2025. Nothing is kept between
// requests (docs/decisions/0048-assistants.md).
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type pg from 'pg';
import { instructions, toolErrors } from '../../texts.ts';
import type { Assistant } from './admit-assistant.ts';
import { findQuotedFor } from './find-quoted.ts';
import { runAs, ToolRefusal } from './run-operation.ts';
import { callTool, listedTools } from './tools.ts';

type Parts = { pool: pg.Pool; name: string; version: string; url: string };

/** Responds to one message of a caller who has been admitted. */
export async function serveMcp(
  parts: Parts,
  assistant: Assistant,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body } = request;
  if (Array.isArray(body)) {
    const error = { code: -32600, message: toolErrors.noBatches };
    return reply.code(400).send({ jsonrpc: '2.0', id: null, error });
  }
  // The operations of its tools take turns themselves (src/platform/http/request-turns.ts).
  for (const end of request.turns.splice(0)) end();
  const handler = await handlerFor(parts, assistant, request);
  const response = await handler.fetch(webRequestOf(request, parts.url), { parsedBody: body });
  const type = response.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
}

async function handlerFor(
  { pool, name, version }: Parts,
  assistant: Assistant,
  { server, log }: FastifyRequest,
): Promise<McpHttpHandler> {
  // Loaded with the first message: it would take a tenth of the startup time.
  const { Server, createMcpHandler } = await import('@modelcontextprotocol/server');
  const run = runAs(server, assistant);
  const findQuoted = findQuotedFor(pool, assistant);
  const make = () => {
    const mcp = new Server(
      { name: 'logbook', title: name, version },
      { capabilities: { tools: {} }, instructions },
    );
    mcp.setRequestHandler('tools/list', () => ({ tools: listedTools(assistant.scopes) }));
    mcp.setRequestHandler('tools/call', async ({ params }) => {
      try {
        return textResult(await callTool(params.name, params.arguments, { ...assistant, run, findQuoted }));
      } catch (error) {
        return { ...textResult(sentenceFor(error, log)), isError: true };
      }
    });
    return mcp;
  };
  // A subscription would be a stream that stays open, for lists that never change.
  return createMcpHandler(make, { maxSubscriptions: 0 });
}

const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function sentenceFor(error: unknown, log: FastifyBaseLogger): string {
  if (error instanceof ToolRefusal) return error.message;
  log.error({ err: error }, 'a tool failed');
  return toolErrors.failed;
}

function webRequestOf({ headers }: FastifyRequest, url: string): Request {
  const own = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new Request(url, { method: 'POST', headers: own });
}
