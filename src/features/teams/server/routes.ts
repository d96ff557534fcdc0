import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind, inOneTrip } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { operations, refusals } from '../contract.ts';
import { memberOperations } from '../member-contract.ts';
import { refusalTexts } from '../texts.ts';
import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { acceptInvitation, readInvitation } from './operations/accept-invitation.ts';
import { answerRelationship, endRelationship, removeGrant } from './operations/answer-relationship.ts';
import { InvitationLinks } from './operations/invitation-links.ts';
import { invite, listInvitations, sendAgain, withdrawInvitation } from './operations/invite.ts';
import { memberHandlers } from './operations/read-members.ts';
import { managerAccess, relationships } from './store.ts';

type All = typeof operations;
type Parts = { pool: pg.Pool; config: Config; mailer: Mailer; appSecret: string };

const tag = {
  name: 'Teams',
  description: 'Invitations, relationships, and what managers see of their members.',
};

export function teamRoutes(server: FastifyInstance, { pool, config, mailer, appSecret }: Parts): void {
  const parts = { config, mailer, links: new InvitationLinks(config.appUrl, appSecret) };
  bind(server, pool, {
    tag,
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/team_invitations': listInvitations(config),
      'POST /api/team_invitations': ({ tx, viewer, input }) =>
        invite(parts, { tx, viewer, body: input.body }),
      'DELETE /api/team_invitations/:id': withdrawInvitation,
      'POST /api/functions/v1/send-team-invitation': ({ tx, viewer, input }) =>
        sendAgain(parts, { tx, viewer, body: input.body }),
      'POST /api/functions/v1/get-invitation-by-token': readInvitation(new AddressProofs(appSecret)),
      'POST /api/functions/v1/accept-logbook-invitation': acceptInvitation,
      'POST /api/rpc/get_team_members_view': inOneTrip<All['POST /api/rpc/get_team_members_view']>(
        async ({ tx }) => ({ rows: await relationships(tx) }),
      ),
      'PATCH /api/team_relationships/:id': answerRelationship,
      'DELETE /api/team_relationships/:id': endRelationship,
      'GET /api/manager_access': inOneTrip<All['GET /api/manager_access']>(async ({ tx }) => ({
        rows: await managerAccess(tx),
      })),
      'DELETE /api/logbook_invitations/:id': removeGrant,
    },
  });
  bind(server, pool, {
    tag,
    operations: memberOperations,
    refusals: {},
    texts: {},
    handlers: memberHandlers,
  });
}
