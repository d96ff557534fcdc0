import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind } from '#platform/http/bind.ts';
import { acceptForms } from '#platform/http/form-body.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import { pushKey } from '#platform/push/push-key.ts';
import { answerPath, quietPath, refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { addPushDevice, endPushDevice } from './operations/add-device.ts';
import { answerFormLimit, answerPages } from './operations/answer-page.ts';
import { chooseReminders } from './operations/choose-reminders.ts';
import { quietFormLimit, quietPages } from './operations/quiet-page.ts';
import { readReminders } from './operations/read-reminders.ts';
import { ReminderLinks } from './operations/reminder-links.ts';
import { requestReminder } from './operations/request-reminder.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  appSecret: string;
  /** Sends a page without scripts. */
  sendStill: SendStill;
};

/** Binds the choice in the settings, and serves the pages of the links in the emails. */
export async function reminderRoutes(server: FastifyInstance, parts: Parts): Promise<void> {
  const { config, pool, appSecret } = parts;
  bind(server, pool, {
    tag: { name: 'Reminders', description: 'When and how the user is asked to write.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/reminders': readReminders,
      'PUT /api/reminders': ({ tx, viewer, input }) => chooseReminders({ tx, viewer, body: input.body }),
      'POST /api/reminders/send': ({ tx, viewer, input }) =>
        requestReminder({ tx, viewer, kind: input.body.kind }),
      'POST /api/push_key': async ({ tx }) => ({ public_key: (await pushKey(tx, appSecret)).publicKey }),
      'POST /api/push_devices': addPushDevice(appSecret),
      'DELETE /api/push_devices/:id': ({ tx, viewer, input }) =>
        endPushDevice({ tx, viewer, id: input.params.id }),
    },
  });
  const links = new ReminderLinks(config.appUrl, appSecret);
  const quiet = quietPages({ ...parts, links });
  await server.register(async (scope) => {
    // Both the form and mail clients send this type.
    acceptForms(scope, quietFormLimit);
    scope.get(quietPath, quiet.show);
    scope.post(quietPath, quiet.choose);
  });
  const answer = answerPages({ ...parts, links });
  await server.register(async (scope) => {
    acceptForms(scope, answerFormLimit);
    scope.get(answerPath, answer.show);
    scope.post(answerPath, answer.answer);
  });
}
