// Relationships, invitations and legacy grants for the user's data export.
import type { Tx } from '#platform/database/transaction.ts';
import { allInvitations } from '../invitation-store.ts';
import { allLegacyGrants, allRelationships } from '../store.ts';

const size = 500;

function paged<Row extends { id: string }>(rows: Row[]) {
  return { rows, next: rows.length < size ? null : rows.at(-1)!.id };
}

export const teamTables = {
  team_relationships: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allRelationships(tx, viewer, after, size)),
  team_invitations: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allInvitations(tx, viewer, after, size)),
  logbook_invitations: async (tx: Tx, viewer: string, after: string | null) =>
    paged(await allLegacyGrants(tx, viewer, after, size)),
};
