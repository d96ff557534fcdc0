import { PacketLinks } from '#features/packets/server/operations/packet-links.ts';
import { newId } from '#platform/clock/id.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { appSecret } from '../../support/open-test-database.ts';
import {
  anyone,
  byId,
  malformed,
  malformedId,
  plain,
  user,
  type At,
  type Make,
  type Rows,
  type Sent,
} from '../row.ts';
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

const links = new PacketLinks('', appSecret);

/** The path of a link to a published packet of a person. For a deleted person, of a link that has no packet. */
async function publishedPath(
  { app }: At,
  person: Person,
  state: 'works' | 'ended' | 'expired' = 'works',
): Promise<string> {
  const packetId = await sparePacket(app, person);
  const { url, tokenHash } = links.linkFor({ packetId, seed: packetId });
  const item = { kind: 'entry', text: `What ${person.mark} did`, textSha256: '', edits: 0 };
  const at = '2026-01-01T00:00:00.000Z';
  const document = {
    ...{ title: person.mark, author: '', timeZone: 'UTC', introduction: '' },
    period: { from: '2026-01-01', to: '2026-12-31' },
    groups: [{ title: '', line: '', items: [{ ...item, at, recordedAt: at }] }],
  };
  const packet = {
    document,
    record: { issuer: { name: 'Logbook' }, key: { id: '' }, version: 1, publishedAt: at, lines: [] },
  };
  await app.database.asOwner((db) =>
    db.query(
      `with version as (
         insert into packet_versions (packet_id, user_id, number, packet_json, sha256, files, published_at)
         select id, user_id, 1, $2, '\\x00', array[$3::uuid], now() from packets where id = $1)
       insert into packet_links (packet_id, user_id, seed, token_hash, expires_at, ended_at)
       select id, user_id, id, $4, now() + interval '1 day' * case when $5 = 'expired' then -1 else 1 end,
         case when $5 = 'ended' then now() end
       from packets where id = $1`,
      [packetId, JSON.stringify(packet), person.fileId, tokenHash, state],
    ),
  );
  return url;
}

/** A link grants access: anyone who has it may read the packet, while it works (R-M3). `tails`: what follows the link. */
function byLink(...tails: string[]): Rows[string] {
  const row: Rows[string] = { expected: {}, requests: {} };
  for (const tail of tails) {
    const add = (name: string, status: number, make: Make) => {
      const variant = tails.length > 1 ? `${name}, ${tail || 'page'}` : name;
      row.expected[variant] = anyone(status);
      row.requests[variant] = make;
    };
    // Making a file takes a while, and the Word file is found as the PDF is.
    if (tail !== '.docx') {
      add("another user's", 200, async (at) => ({
        url: (await publishedPath(at, at.others)) + tail,
        reveals: at.others,
      }));
    }
    add('ended', 404, async (at) => ({ url: (await publishedPath(at, at.others, 'ended')) + tail }));
    add('expired', 404, async (at) => ({ url: (await publishedPath(at, at.others, 'expired')) + tail }));
    add('of a deleted account', 404, async (at) => ({ url: (await publishedPath(at, at.deleted)) + tail }));
    add('none', 404, () => ({ url: `/p/${newToken()}${tail}` }));
    add('malformed', 404, () => ({ url: `/p/not-a-token${tail}` }));
  }
  return row;
}

const life = { life: 7 };
/** Of a packet that the person has just made, or of another one. */
const act = (action: string, body: object = life): Record<string, Make> => {
  const make = (id: string): Sent => ({ url: `/api/packets/${id}/${action}`, body });
  return { ...byId(packet, make), own: async ({ app, own }) => make(await sparePacket(app, own)) };
};
const actPublished = (action: string, body?: object): Record<string, Make> => {
  const make = (id: string): Sent => ({ url: `/api/packets/${id}/${action}`, ...(body && { body }) });
  return {
    ...byId(packet, make),
    own: async (at) => {
      await publishedPath(at, at.own);
      const newest = 'select id from packets where user_id = $1 order by created_at desc, id desc limit 1';
      const { rows } = await at.app.database.asOwner((db) =>
        db.query<{ id: string }>(newest, [at.own.userId]),
      );
      return make(rows[0]?.id ?? newId());
    },
  };
};

export const packetRows: Rows = {
  'GET /verify': { expected: { plain: anyone(200) }, requests: plain('/verify') },
  'GET /verify/rdf-suite.js': {
    expected: { plain: anyone(200) },
    requests: plain('/verify/rdf-suite.js'),
  },
  'GET /verify.html': { expected: { plain: anyone(200) }, requests: plain('/verify.html') },
  'GET /.well-known/logbook-keys.json': {
    expected: { plain: anyone(200) },
    requests: plain('/.well-known/logbook-keys.json'),
  },
  'GET /p/:name': byLink('', '.md', '.json', '.pdf', '.docx'),
  'GET /p/:name/files/:number': byLink('/files/1'),
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
      none: async ({ app, own, others }) => {
        await sparePacket(app, own);
        return create(newId(), others);
      },
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
  'GET /api/packets/:id/document': {
    expected,
    requests: byId(packet, (id) => ({ url: `/api/packets/${id}/document` })),
  },
  'GET /api/packets/:id/pdf': {
    expected,
    requests: byId(packet, (id) => ({ url: `/api/packets/${id}/pdf` })),
  },
  'GET /api/packets/:id/docx': {
    expected,
    requests: byId(packet, (id) => ({ url: `/api/packets/${id}/docx` })),
  },
  'POST /api/packets/:id/publish': { expected, requests: act('publish') },
  'POST /api/packets/:id/link': { expected, requests: actPublished('link', life) },
  'DELETE /api/packets/:id/link': { expected, requests: actPublished('link') },
  'POST /api/packets/:id/send': {
    expected,
    requests: actPublished('send', { email: 'reader@example.com' }),
  },
};
