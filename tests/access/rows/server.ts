// Routes that belong to no feature: pages, health, documentation, and email.
import { randomUUID } from 'node:crypto';
import { StopLinks } from '#platform/mail/stop-link.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { anyone, malformed, plain, user, type Make, type Rows } from '../row.ts';

const open = { plain: anyone(200) };
const stop = {
  "another user's link": anyone(200),
  'no signature': anyone(400),
  'address changed': anyone(400),
};
const mailbox = { plain: anyone(200), 'under another host': anyone(404) };

const stops = new StopLinks('', appSecret);
const stopVariants: Record<string, Make> = {
  "another user's link": ({ others }) => ({ url: stops.linkFor(others.email), reveals: others }),
  'no signature': ({ others }) => ({ url: `/mail/stop?to=${others.email}` }),
  'address changed': ({ own, others }) => ({
    url: stops.linkFor(own.email).replace(own.email.split('@')[0]!, others.email.split('@')[0]!),
  }),
};
const mailboxVariants = (url: string): Record<string, Make> => ({
  // Open to anyone at this machine (R-J2). A page of another site cannot request it under our host name.
  plain: () => ({ url, reveals: 'everyone' }),
  'under another host': () => ({ url, headers: { host: 'evil.example' } }),
});

export const serverRows: Rows = {
  'GET /api/storage/list/:bucket': {
    expected: { own: user(200), "another user's folder": user(200), malformed },
    requests: {
      own: () => ({ url: '/api/storage/list/log-files' }),
      "another user's folder": ({ others }) => ({
        url: `/api/storage/list/log-files?prefix=../${others.userId}/`,
      }),
      malformed: () => ({ url: '/api/storage/list/anything' }),
    },
  },
  'GET /api/health/live': { expected: open, requests: plain('/api/health/live') },
  'GET /api/health/ready': { expected: open, requests: plain('/api/health/ready') },
  'GET /api/version': { expected: open, requests: plain('/api/version') },
  'GET /api/openapi.json': { expected: open, requests: plain('/api/openapi.json') },
  'GET /api/docs': { expected: open, requests: plain('/api/docs') },
  // Works only as a WebSocket: live.test.ts.
  'GET /api/live': { expected: { plain: anyone(404) }, requests: plain('/api/live') },
  // Pages contain no user data, except that the dashboard has its reader's own name.
  // No caller is redirected: without a session, the browser stores the logbook.
  'GET /': {
    expected: { plain: anyone(200), 'with a month': anyone(200) },
    requests: { plain: () => ({ url: '/' }), 'with a month': () => ({ url: '/?month=2026-01' }) },
  },
  'GET /auth': { expected: open, requests: plain('/auth') },
  'GET /profile': { expected: open, requests: plain('/profile') },
  'GET /inbox': { expected: open, requests: plain('/inbox') },
  'GET /import': { expected: open, requests: plain('/import') },
  'GET /connect': { expected: open, requests: plain('/connect') },
  'GET /app/allow': { expected: open, requests: plain('/app/allow') },
  'GET /accept-invitation': { expected: open, requests: plain('/accept-invitation?token=unknown') },
  'GET /team-member/:userId': { expected: open, requests: plain(`/team-member/${randomUUID()}`) },
  'GET /app/offline': { expected: open, requests: plain('/app/offline') },
  'GET /app/needs-connection': { expected: open, requests: plain('/app/needs-connection') },
  // Reads and stores nothing (R-N9).
  'POST /app/share': {
    expected: { plain: anyone(303) },
    requests: { plain: () => ({ method: 'POST', url: '/app/share' }) },
  },
  'GET /manifest.webmanifest': { expected: open, requests: plain('/manifest.webmanifest') },
  'GET /service-worker.js': { expected: open, requests: plain('/service-worker.js') },
  'GET /mail/stop': { expected: stop, requests: stopVariants },
  'POST /mail/stop': { expected: stop, requests: stopVariants },
  'GET /api/dev/mailbox': { expected: mailbox, requests: mailboxVariants('/api/dev/mailbox') },
  'GET /dev/mailbox': { expected: mailbox, requests: mailboxVariants('/dev/mailbox') },
};
