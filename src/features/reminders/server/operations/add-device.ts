import type { FastifyRequest } from 'fastify';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inSteps, refuse } from '#platform/http/bind.ts';
import { pushKey } from '#platform/push/push-key.ts';
import type { operations } from '../../contract.ts';
import { isEndpoint } from '../../rules.ts';
import { addDevice, endDevice } from '../store.ts';
import { readReminders } from './read-reminders.ts';

/** Sends push messages to the browser of this session from now on. */
export const addPushDevice = (appSecret: string) =>
  inSteps<(typeof operations)['POST /api/push_devices']>(async ({ step, input: { body }, request }) => {
    const { endpoint } = body;
    return step(async ({ tx, viewer }) => {
      if (!isEndpoint(endpoint)) return refuse('endpoint_refused');
      const key = await pushKey(tx, appSecret);
      const added = await addDevice(tx, {
        ...{ id: newId(), sessionId: viewer.sessionId, endpoint, keyId: key.id },
        userAgent: userAgentOf(request),
      });
      return added === null ? refuse('too_many_devices') : readReminders({ tx, viewer });
    });
  });

const userAgentOf = ({ headers }: FastifyRequest) => headers['user-agent']?.slice(0, 300) ?? null;

/** Sends no more push messages to a device of the viewer. */
export async function endPushDevice({ tx, viewer, id }: { tx: Tx; viewer: Viewer; id: string }) {
  return (await endDevice(tx, id)) ? readReminders({ tx, viewer }) : refuse('not_found');
}
