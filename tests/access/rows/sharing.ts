import { randomBytes } from 'node:crypto';
import { newId } from '#platform/clock/id.ts';
import { byId, malformed, malformedId, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { spareEntry } from '../world.ts';

const freshEmail = () => `fresh-${randomBytes(6).toString('hex')}@example.com`;
const manager = (check_in_id: string, body: object = {}): Sent => ({
  url: '/api/functions/v1/send-manager-snapshot',
  body: { check_in_id, managerEmail: freshEmail(), ...body },
});
const teammate = (check_in_id: string, body: object = {}): Sent => ({
  url: '/api/functions/v1/send-teammate-email',
  body: { id: newId(), check_in_id, teammateEmail: freshEmail(), message: 'Text', ...body },
});
const stop = (id: string): Sent => ({ url: `/api/check_ins/${id}/share` });
const spare = async ({ app, own }: At) => (await spareEntry(app, own)).checkInId;

export const sharingRows: Rows = {
  'DELETE /api/check_ins/:id/share': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: { ...byId((person) => person.checkInId, stop), own: async (at) => stop(await spare(at)) },
  },
  'POST /api/check_ins/:id/send_again': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own, to a teammate': user(200),
    },
    requests: {
      ...byId(
        (person) => person.checkInId,
        (id) => ({ url: `/api/check_ins/${id}/send_again`, body: { to: 'manager' } }),
      ),
      'own, to a teammate': ({ own }) => ({
        url: `/api/check_ins/${own.checkInId}/send_again`,
        body: { to: 'teammate' },
      }),
    },
  },
  'GET /api/share_suggestions': {
    expected: { plain: user(200) },
    requests: plain('/api/share_suggestions'),
  },
  'POST /api/functions/v1/send-manager-snapshot': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own, in the bin': user(404),
      'own, with oneself': user(400),
      'own, with a name to send as': user(200),
      "another user's user_id": user(403),
    },
    requests: {
      ...byId(
        (person) => person.checkInId,
        (id) => manager(id),
      ),
      own: async (at) => manager(await spare(at)),
      'own, in the bin': ({ own }) => manager(own.binned.checkInId),
      'own, with oneself': async (at) => manager(await spare(at), { managerEmail: at.own.email }),
      // The server takes name, text and URL from the session, the entry and its configuration.
      'own, with a name to send as': async (at) =>
        manager(await spare(at), {
          employeeName: at.others.name,
          checkInContent: 'x',
          appUrl: 'https://a.example',
        }),
      "another user's user_id": ({ own, others }) => manager(own.checkInId, { user_id: others.userId }),
    },
  },
  'POST /api/functions/v1/send-teammate-email': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own, in the bin': user(404),
      'own, with oneself': user(400),
      'own, other content of an own shoutout': user(409),
      "own, another user's shoutout": user(409),
    },
    requests: {
      ...byId(
        (person) => person.checkInId,
        (id) => teammate(id),
      ),
      own: async (at) => teammate(await spare(at)),
      malformed: ({ own }) => teammate(own.checkInId, { id: malformedId }),
      'own, in the bin': ({ own }) => teammate(own.binned.checkInId),
      'own, with oneself': ({ own }) => teammate(own.checkInId, { teammateEmail: own.email }),
      'own, other content of an own shoutout': ({ own }) =>
        teammate(own.checkInId, { id: own.sentShoutoutId }),
      "own, another user's shoutout": ({ own, others }) =>
        teammate(own.checkInId, { id: others.sentShoutoutId }),
    },
  },
};
