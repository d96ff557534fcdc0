import { newId } from '#platform/clock/id.ts';
import { byId, malformed, user, type At, type Rows, type Sent } from '../row.ts';
import { spareRecord } from '../world.ts';

const message = { direction: 'received', message: 'Thanks', created_at: '2026-01-01T00:00:00Z' };
const add = (more: object = {}): Sent => ({
  url: '/api/imported_records',
  body: {
    records: [
      {
        ...{ kind: 'shoutout', origin: 'https://logbook.example.org', original_id: newId() },
        ...{ record: JSON.stringify(message), ...more },
      },
    ],
  },
});
const byKind = (kind: string, more = ''): Sent => ({ url: `/api/imported_records?kind=${kind}${more}` });
const remove = (id: string): Sent => ({ url: `/api/imported_records/${id}` });

export const importedRecordRows: Rows = {
  'GET /api/imported_records': {
    expected: { plain: user(200), cursor: user(400), malformed },
    requests: {
      plain: () => byKind('vouch'),
      cursor: () => byKind('shoutout', '&before=x'),
      malformed: () => byKind('entry'),
    },
  },
  'POST /api/imported_records': {
    // Each record has its own outcome: those of other users are not here.
    expected: { plain: user(200), others: user(200), "another user's user_id": malformed },
    requests: {
      plain: () => add(),
      others: ({ others }) => add({ original_id: others.receivedShoutoutId }),
      "another user's user_id": ({ others }) => add({ user_id: others.userId }),
    },
  },
  'DELETE /api/imported_records/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(() => newId(), remove),
      own: async ({ app, own }: At) => remove(await spareRecord(app, own)),
      others: async ({ app, others }: At) => remove(await spareRecord(app, others)),
    },
  },
};
