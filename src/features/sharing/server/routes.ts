import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { refusalTexts } from '#features/check-ins/refusal-texts.ts';
import { checkInOf } from '#features/check-ins/server/operations/linked-check-in.ts';
import {
  shareExisting,
  stopSharing,
  type ManagerParts,
} from '#features/check-ins/server/operations/share-with-manager.ts';
import { shareRefusalTexts } from '#features/check-ins/share-texts.ts';
import { highlightTeammate } from '#features/shoutouts/server/operations/highlight-teammate.ts';
import type { SendParts } from '#features/shoutouts/server/operations/send-shoutout.ts';
import { connectedAddresses } from '#features/teams/server/operations/connected-managers.ts';
import { bind, inOneTrip, refuse } from '#platform/http/bind.ts';
import { limits, operations, refusals } from '../contract.ts';
import { recentManagers, recentTeammates } from './store.ts';

type All = typeof operations;
type Parts = { pool: pg.Pool; managers: ManagerParts; shoutouts: SendParts };

export function sharingRoutes(server: FastifyInstance, { pool, managers, shoutouts }: Parts): void {
  bind(server, pool, {
    operations,
    refusals,
    texts: { ...shareRefusalTexts, id_taken: refusalTexts.id_taken },
    handlers: {
      'DELETE /api/check_ins/:id/share': ({ tx, input }) => stopSharing({ tx, id: input.params.id }),
      'GET /api/share_suggestions': inOneTrip<All['GET /api/share_suggestions']>(async ({ tx }) => {
        const [connected, recent, teammates] = await Promise.all([
          connectedAddresses(tx),
          recentManagers(tx, limits.suggestions),
          recentTeammates(tx, limits.suggestions),
        ]);
        const managers = [...new Set([...connected, ...recent])].slice(0, limits.suggestions);
        return { managers, teammates };
      }),
      'POST /api/functions/v1/send-manager-snapshot': ({ tx, viewer, input: { body } }) =>
        shareExisting(managers, { tx, viewer, id: body.check_in_id, input: body.managerEmail }),
      'POST /api/functions/v1/send-teammate-email': async ({ tx, viewer, input: { body } }) => {
        const teammate = { id: body.id, email: body.teammateEmail, message: body.message };
        const refused = await highlightTeammate(shoutouts, {
          tx,
          viewer,
          teammate,
          checkInId: body.check_in_id,
        });
        return refused ?? (await checkInOf(tx, body.check_in_id)) ?? refuse('not_found');
      },
    },
  });
}
