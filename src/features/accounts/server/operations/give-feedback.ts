import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';
import { feedbackMail } from '../mails.tsx';
import { addFeedback, ownAccount } from '../store.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import type { MailParts } from './verify.ts';

type Call = { tx: Tx; viewer: Viewer; input: { body: { id: string; message: string } } };

/** Stores feedback and emails it to the operator if configured (R-K8). */
export function giveFeedback({ config, mailer }: MailParts) {
  return async ({ tx, viewer, input }: Call) => {
    const { id } = input.body;
    const message = normalizeText(input.body.message);
    if (message === '') return refuse('feedback_required');
    if (message.length > limits.feedback) return refuse('feedback_too_long');
    const account = await ownAccount(tx, viewer.userId);
    if (!account) return refuse('no_session');
    const refused = await consumeAttempts(tx, [
      { kind: 'feedback', key: viewer.userId, ...attempts.feedback },
    ]);
    if (refused) return refused;

    const { email, email_verified } = account.user;
    const name = account.profile.full_name;
    const outcome = await addFeedback(tx, { id, userId: viewer.userId, message, email, name });
    if (outcome === 'taken') return refuse('id_taken');
    if (outcome === 'added' && config.mailFeedback !== undefined) {
      const replyTo = email_verified ? email : undefined;
      await mailer.post(tx, feedbackMail({ to: config.mailFeedback, name, email, replyTo, message }));
    }
    return { id };
  };
}
