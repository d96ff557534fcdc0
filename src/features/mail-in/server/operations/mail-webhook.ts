// Receives email from a service that has received it: the message as it was sent, with its recipient in the address of the
// request (R-N3).
import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressBlock } from '#platform/http/address-block.ts';
import { KeyedLimit } from '#platform/http/keyed-limit.ts';
import { sendCommon, sendProblem } from '#platform/http/problem.ts';
import { bearerOf } from '#platform/http/tokens.ts';
import { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import { webhookTexts } from '../../texts.ts';
import type { AcceptMail } from './accept-message.ts';

const webhookPath = '/api/mail-in';

/** Wrong secrets of one network. */
const wrongSecrets = { most: 10, within: 60_000 };
/** Messages at a time. */
const atATime = 4;
/** Seconds. */
const retryAfter = 60;

type Query = { recipient?: unknown; sender?: unknown };

export async function serveMailWebhook(
  server: FastifyInstance,
  { secret, accept }: { secret: string; accept: AcceptMail },
): Promise<void> {
  const expected = hashToken(secret);
  const wrong = new UnknownLimit(wrongSecrets);
  const inProgress = new KeyedLimit(atATime);

  // Before the body is read.
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    if (timingSafeEqual(hashToken(bearerOf(request) ?? ''), expected)) {
      if (Number(request.headers['content-length'] ?? 0) > limits.message)
        return sendCommon(reply, 'too_large');
      return undefined;
    }
    const looked = await wrong.look(addressBlock(request.ip), () => Promise.resolve(false));
    if ('wait' in looked) return sendCommon(reply, 'too_many_requests', { retryAfter: looked.wait });
    return sendProblem(reply.header('www-authenticate', 'Bearer'), {
      status: 401,
      ...webhookTexts.wrong_secret,
    });
  }

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const { recipient, sender } = request.query as Query;
    if (typeof recipient !== 'string' || (sender !== undefined && typeof sender !== 'string'))
      return sendCommon(reply, 'invalid_input', { detail: webhookTexts.recipient });
    const release = inProgress.take('all');
    if (!release) return sendCommon(reply, 'busy', { retryAfter });
    try {
      const taken = await accept.take(recipient);
      if (taken === 'unknown') return sendProblem(reply, { status: 404, ...webhookTexts.unknown });
      if (typeof taken === 'string') return sendCommon(reply, 'too_many_requests', { retryAfter });
      const [outcome] = await accept.deliver(request.body as Readable, [taken], sender);
      request.log.info(outcome, 'an email arrived');
      if (outcome!.kind !== 'refused') return reply.send({ outcome: outcome!.kind });
      if (outcome!.reason === 'too-large') return sendCommon(reply, 'too_large');
      return sendProblem(reply, { status: 422, ...webhookTexts.refused, detail: outcome!.reason });
    } finally {
      release();
    }
  }

  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler reads it into a local file, of a limited size.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.post(webhookPath, { onRequest: admit, config: { upload: true } }, receive);
  });
}
