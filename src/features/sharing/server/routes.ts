import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { refusalTexts } from '#features/check-ins/refusal-texts.ts';
import { sharingParts } from './operations/share-new-check-in.ts';
import { stopSharing } from './operations/share-with-manager.ts';
import { shareRefusalTexts } from '../texts.ts';
import type { SendingParts } from '#features/shoutouts/server/operations/send-shoutout.ts';
import { connectedAddresses } from '#features/teams/server/operations/connected-managers.ts';
import { bind, inOneTrip } from '#platform/http/bind.ts';
import { limits, operations, refusals } from '../contract.ts';
import { sendAgain } from './operations/send-again.ts';
import { sendSnapshot, sendToTeammate } from './operations/send-by-content.ts';
import { recentManagers, recentTeammates } from './store.ts';

type All = typeof operations;
type Parts = SendingParts & { pool: pg.Pool };

export function sharingRoutes(server: FastifyInstance, parts: Parts): void {
  const sharing = sharingParts(parts);
  bind(server, parts.pool, {
    tag: { name: 'Sharing', description: 'Check-ins that a manager or a teammate sees.' },
    operations,
    refusals,
    texts: { ...refusalTexts, ...shareRefusalTexts },
    handlers: {
      'DELETE /api/check_ins/:id/share': ({ tx, input }) => stopSharing({ tx, id: input.params.id }),
      'POST /api/check_ins/:id/send_again': ({ tx, viewer, input }) =>
        sendAgain(sharing, { tx, viewer, id: input.params.id, to: input.body.to }),
      'GET /api/share_suggestions': inOneTrip<All['GET /api/share_suggestions']>(async ({ tx }) => {
        const [connected, recent, teammates] = await Promise.all([
          connectedAddresses(tx),
          recentManagers(tx, limits.suggestions),
          recentTeammates(tx, limits.suggestions),
        ]);
        const managers = [...new Set([...connected, ...recent])].slice(0, limits.suggestions);
        return { managers, teammates };
      }),
      'POST /api/functions/v1/send-manager-snapshot': ({ tx, viewer, input }) =>
        sendSnapshot(sharing, { tx, viewer, body: input.body }),
      'POST /api/functions/v1/send-teammate-email': ({ tx, viewer, input }) =>
        sendToTeammate(sharing, { tx, viewer, body: input.body }),
    },
  });
}
