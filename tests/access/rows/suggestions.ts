import { newId } from '#platform/clock/id.ts';
import { malformed, malformedId, plain, unusedId, user, type At, type Rows, type Sent } from '../row.ts';
import { spareSuggestion } from '../world.ts';

const add = (more: object = {}): Sent => ({
  url: '/api/suggestions',
  body: { suggestions: [{ source_id: newId(), at: '2026-01-01T00:00:00Z', content: 'Suggested', ...more }] },
});
const accept = (id: string): Sent => ({
  url: '/api/suggestions/accept',
  body: { entries: [{ check_in_id: newId(), suggestions: [id] }] },
});
const byIds =
  (path: string) =>
  (id: string): Sent => ({ url: `/api/suggestions/${path}`, body: { ids: [id] } });
const byHash = (path: string, hash: string): Sent => ({
  url: `/api/suggestions/${path}`,
  body: { hashes: [hash] },
});

const found = (more: object = {}): Sent => ({
  url: '/api/suggestions/import',
  body: {
    entries: [
      {
        ...{ id: newId(), content: 'Found', emoji: null, created_at: '2026-01-01T00:00:00Z' },
        ...{
          source: 'calendar',
          source_name: null,
          files: [],
          hashes: [newId().replaceAll('-', '').repeat(2)],
        },
        ...more,
      },
    ],
  },
});
const takeBack = (id: string): Sent => ({
  url: '/api/suggestions/unsettle',
  body: { hashes: [hash], check_ins: [id] },
});

const own = ({ app, own }: At) => spareSuggestion(app, own);
const hash = '0'.repeat(64);

/** Each item of a batch has its own outcome: those of other users do not exist. */
const variants = (make: (id: string) => Sent) => ({
  own: async (at: At) => make(await own(at)),
  others: ({ others }: At) => make(others.suggestionId),
  none: () => make(unusedId),
  malformed: () => make(malformedId),
});
const batch = { own: user(200), others: user(200), none: user(200), malformed };
const hashed = (path: string) => ({
  expected: { hash: user(200), malformed },
  requests: { hash: () => byHash(path, hash), malformed: () => byHash(path, 'no hash') },
});

export const suggestionRows: Rows = {
  'GET /api/suggestions': {
    expected: { plain: user(200), cursor: user(400) },
    requests: { ...plain('/api/suggestions'), cursor: () => ({ url: '/api/suggestions?before=x' }) },
  },
  'POST /api/suggestions': {
    expected: { good: user(200), "another user's user_id": malformed, email: malformed },
    requests: {
      good: () => add(),
      "another user's user_id": ({ others }) => add({ user_id: others.userId }),
      email: () => add({ source: 'email' }),
    },
  },
  'POST /api/suggestions/accept': { expected: batch, requests: variants(accept) },
  'POST /api/suggestions/import': {
    expected: { good: user(200), "another user's user_id": malformed, "another user's entry": user(200) },
    requests: {
      good: () => found(),
      "another user's user_id": ({ others }) => found({ user_id: others.userId }),
      "another user's entry": ({ others }) => found({ id: others.checkInId }),
    },
  },
  'POST /api/suggestions/dismiss': { expected: batch, requests: variants(byIds('dismiss')) },
  'POST /api/suggestions/restore': {
    expected: { own: user(200), others: user(409), none: user(409), malformed },
    requests: variants(byIds('restore')),
  },
  'POST /api/suggestions/settled': hashed('settled'),
  'POST /api/suggestions/settle': hashed('settle'),
  'POST /api/suggestions/unsettle': {
    expected: { ...batch, hash: user(200) },
    requests: {
      ...{ none: () => takeBack(unusedId), malformed: () => takeBack(malformedId) },
      ...{ own: () => takeBack(newId()), others: ({ others }) => takeBack(others.checkInId) },
      hash: () => byHash('unsettle', hash),
    },
  },
};
