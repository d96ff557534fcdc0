import { newId } from '#platform/clock/id.ts';
import { byId, malformed, malformedId, plain, user, type Rows, type Sent } from '../row.ts';
import { packetOf, sparePacket, type Person } from '../world.ts';

const packet = (person: Person) => person.packetId;
const expected = { own: user(200), others: user(404), none: user(404), malformed };

const create = (id: string, owner: Person, more: object = {}): Sent => ({
  url: '/api/packets',
  body: { id, draft: packetOf(owner, 'New'), ...more },
});
const change = (id: string, owner: Person, revision = 1): Sent => ({
  url: `/api/packets/${id}`,
  body: { revision, draft: packetOf(owner, `Changed by ${owner.mark}`) },
});
const duplicate = (id: string, copy: string): Sent => ({
  url: `/api/packets/${id}/duplicate`,
  body: { id: copy, title: 'A copy' },
});
const material = (from: string, to: string) => plain(`/api/packets/material?from=${from}&to=${to}`);

export const packetRows: Rows = {
  'GET /api/packets': { expected: { plain: user(200) }, requests: plain('/api/packets') },
  'POST /api/packets': {
    expected: {
      own: user(200),
      others: user(409),
      none: user(200),
      malformed,
      "another user's user_id": user(403),
    },
    requests: {
      own: ({ own }) => create(own.packetId, own),
      // The caller learns that the id is taken, and nothing else.
      others: ({ own, others }) => create(others.packetId, own),
      // The item of another user is in the draft, and never in the document.
      none: ({ others }) => create(newId(), others),
      malformed: ({ own }) => create(malformedId, own),
      "another user's user_id": ({ own, others }) => create(newId(), own, { user_id: others.userId }),
    },
  },
  'GET /api/packets/material': {
    expected: { plain: user(200), 'ends before it begins': user(400), malformed },
    requests: {
      ...material('2020-01-01', '2029-12-01'),
      'ends before it begins': material('2026-02-01', '2026-01-31')['plain']!,
      malformed: material('yesterday', 'today')['plain']!,
    },
  },
  'GET /api/packets/:id': {
    expected,
    requests: byId(packet, (id) => ({ url: `/api/packets/${id}` })),
  },
  'PUT /api/packets/:id': {
    expected: { ...expected, 'an earlier revision': user(409) },
    requests: {
      own: async ({ app, own }) => change(await sparePacket(app, own), own),
      others: ({ own, others }) => change(others.packetId, own),
      none: ({ own }) => change(newId(), own),
      malformed: ({ own }) => change(malformedId, own),
      'an earlier revision': async ({ app, own }) => change(await sparePacket(app, own), own, 7),
    },
  },
  'DELETE /api/packets/:id': {
    expected,
    requests: {
      ...byId(packet, (id) => ({ url: `/api/packets/${id}` })),
      own: async ({ app, own }) => ({ url: `/api/packets/${await sparePacket(app, own)}` }),
    },
  },
  'POST /api/packets/:id/duplicate': {
    expected,
    requests: {
      // A repeat, as several callers have the same person and a user has few packets.
      ...byId(packet, (id) => duplicate(id, newId())),
      own: ({ own }) => duplicate(own.packetId, own.packetId),
    },
  },
};
