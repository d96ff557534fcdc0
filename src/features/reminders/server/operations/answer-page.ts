// The page with one text box that the button of the weekly email opens. The link's token moves into a cookie, so that it
// leaves the address bar and the history without a script. Opening the page changes nothing; only its form adds an entry. The
// link adds entries and nothing else.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { captureIds } from '#features/capture/server/operations/capture-ids.ts';
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { contentProblem } from '#features/check-ins/rules.ts';
import { addMailedEntry } from '#features/check-ins/server/operations/add-mailed-entry.ts';
import { splitEmoji } from '#features/capture/rules.ts';
import type { Config } from '#platform/config/config.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { privateHeaders, type SendStill, type StillPage } from '#platform/http/still-page.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { answerPath, limits } from '../../constants.ts';
import { answerTexts as texts } from '../../page-texts.ts';
import { askPage, deadPage, savedPage } from '../documents/answer-page.tsx';
import { mayAnswer } from '../store.ts';
import type { Question, ReminderLinks } from './reminder-links.ts';

type Parts = {
  config: Pick<Config, 'https'>;
  pool: pg.Pool;
  appSecret: string;
  links: ReminderLinks;
  sendStill: SendStill;
};

const cookieName = 'logbook-answer';
/** Bytes of the form: the longest accepted input, whose characters take up to twelve bytes each. */
export const answerFormLimit = entryLimits.contentInput * 12 + 2048;

/** The handlers of the page: `show` for GET, `answer` for its form. */
export function answerPages({ config, pool, appSecret, links, sendStill }: Parts) {
  const cookie = { path: answerPath, httpOnly: true, sameSite: 'lax', secure: config.https } as const;
  const idKey = deriveKey(appSecret, 'answer ids');

  const send = (request: FastifyRequest, reply: FastifyReply, page: StillPage) =>
    sendStill(request, reply.headers(privateHeaders), page);

  const sendUnavailable = (
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    asked: { question: Question; token: string; text: string },
  ) => {
    request.log.warn({ reason: (error as Error).message }, 'the log cannot be reached by a link');
    reply.header('retry-after', '60');
    return send(request, reply, askPage({ ...asked, problem: { status: 503, text: texts.unavailable } }));
  };

  /** Adds what was written, or says why not. */
  async function add(tx: Tx, question: Question, token: string, text: string): Promise<StillPage> {
    if (!(await mayAnswer(tx, question))) return deadPage(text);
    const problem = contentProblem(text);
    const refuse = (status: number, why: string) =>
      askPage({ question, token, text, problem: { status, text: why } });
    if (problem === 'content_required') return refuse(400, texts.empty);
    if (problem) return refuse(400, texts.tooLong(entryLimits.content));
    const limited = await consumeAttempts(tx, [
      { kind: 'mailed answer', key: question.mailId, max: limits.answersPerDay, minutes: 24 * 60 },
    ]);
    if (limited) return refuse(429, texts.tooMany);
    const { userId, mailId } = question;
    const { content, emoji } = splitEmoji(normalizeText(text), undefined);
    const digest = createHash('sha256').update(normalizeText(text)).digest('base64url');
    // The same text has the same id, so that sending the form again adds nothing.
    const id = captureIds(idKey, userId, `${mailId}.${digest}`)!.of('entry');
    await addMailedEntry(tx, { id, userId, content, emoji });
    return savedPage();
  }

  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const { token: linked } = request.query as { token?: unknown };
      if (typeof linked === 'string' && links.openAnswer(linked)) {
        reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
        return reply
          .setCookie(cookieName, linked, { ...cookie, maxAge: limits.reloadMinutes * 60 })
          .redirect(answerPath, 303);
      }
      const token = linked === undefined ? request.cookies[cookieName] : undefined;
      const question = token === undefined ? undefined : links.openAnswer(token);
      if (!question || token === undefined) return send(request, reply, deadPage());
      try {
        const may = await transact(pool, null, (tx) => mayAnswer(tx, question));
        return send(request, reply, may ? askPage({ question, token, text: '' }) : deadPage());
      } catch (error) {
        return sendUnavailable(request, reply, error, { question, token, text: '' });
      }
    },

    async answer(request: FastifyRequest, reply: FastifyReply) {
      const { token, text: typed } = (request.body ?? {}) as { token?: unknown; text?: unknown };
      const text = typeof typed === 'string' ? typed : '';
      const question = typeof token === 'string' ? links.openAnswer(token) : undefined;
      if (!question || typeof token !== 'string') return send(request, reply, deadPage(text));
      try {
        const page = await transact(pool, null, (tx) => add(tx, question, token, text), 'write');
        return send(request, reply, page);
      } catch (error) {
        return sendUnavailable(request, reply, error, { question, token, text });
      }
    },
  };
}
