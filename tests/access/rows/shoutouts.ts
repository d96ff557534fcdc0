import { randomBytes } from 'node:crypto';
import { newId } from '#platform/clock/id.ts';
import { byId, malformed, malformedId, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { spareShoutout } from '../world.ts';

const freshEmail = () => `fresh-${randomBytes(6).toString('hex')}@example.com`;
const send = (body: object): Sent => ({
  url: '/api/shoutouts',
  body: { id: newId(), recipient_email: freshEmail(), message: 'Text', ...body },
});
const keep = (id: string, check_in_id = newId()): Sent => ({
  url: `/api/shoutouts/${id}/keep`,
  body: { check_in_id },
});
const again = (id: string): Sent => ({ url: `/api/shoutouts/${id}/send_again` });
const unread = (since: string): Sent => ({ url: `/api/shoutouts/unread_count?since=${since}` });
const senderNames = (sender_ids: unknown[]): Sent => ({
  url: '/api/rpc/get_sender_names',
  body: { sender_ids },
});

const spare = ({ app, own }: At) => spareShoutout(app, own);
/** An unverified address proves nothing, so what was sent to it is not the caller's (R-A3). */
const onlyVerified = (status: number) => ({
  ...user(status),
  except: { 'unverified, bearer': 404, 'unverified, cookies': 404 },
});

export const shoutoutRows: Rows = {
  'GET /api/shoutouts': {
    expected: { plain: user(200), malformed },
    requests: {
      ...plain('/api/shoutouts'),
      malformed: () => ({ url: '/api/shoutouts?direction=both' }),
    },
  },
  'GET /api/shoutouts/unread_count': {
    expected: { plain: user(200), malformed },
    requests: { plain: () => unread('2020-01-01T00:00:00Z'), malformed: () => unread('yesterday') },
  },
  'POST /api/shoutouts': {
    expected: {
      'own, other content': user(409),
      others: user(409),
      none: user(200),
      'to oneself': user(400),
      'about an own entry': user(200),
      "about another user's entry": user(404),
      malformed,
      "another user's sender_id": user(403),
    },
    requests: {
      'own, other content': ({ own }) => send({ id: own.sentShoutoutId }),
      others: ({ others }) => send({ id: others.sentShoutoutId }),
      none: () => send({}),
      'to oneself': ({ own }) => send({ recipient_email: own.email }),
      'about an own entry': ({ own }) => send({ check_in_id: own.checkInId }),
      "about another user's entry": ({ others }) => send({ check_in_id: others.checkInId }),
      malformed: () => send({ id: malformedId }),
      "another user's sender_id": ({ others }) => send({ sender_id: others.userId }),
    },
  },
  'POST /api/shoutouts/:id/send_again': {
    expected: { own: user(200), others: user(404), none: user(404), malformed, 'own, received': user(404) },
    requests: {
      ...byId((person) => person.sentShoutoutId, again),
      'own, received': ({ own }) => again(own.receivedShoutoutId),
    },
  },
  'POST /api/shoutouts/:id/keep': {
    expected: {
      own: onlyVerified(200),
      others: user(404),
      none: user(404),
      malformed,
      'own, sent': user(404),
      "another user's entry": onlyVerified(409),
    },
    requests: {
      ...byId(
        (person) => person.receivedShoutoutId,
        (id) => keep(id),
      ),
      own: async (at) => keep(await spare(at)),
      'own, sent': ({ own }) => keep(own.sentShoutoutId),
      "another user's entry": async (at) => keep(await spare(at), at.others.checkInId),
    },
  },
  'POST /api/rpc/get_sender_names': {
    expected: { own: user(200), others: user(200), malformed },
    requests: {
      own: ({ own }) => senderNames([own.userId]),
      others: ({ others }) => senderNames([others.userId]),
      malformed: () => senderNames([malformedId]),
    },
  },
};
