// The query plans of what managers read about their teams, and employees about their managers, in a large table.
import type pg from 'pg';
import { newId } from '#platform/clock/id.ts';
import {
  invitationRefusal,
  invitationPage,
  askManager,
  pendingInvitation,
} from '#features/teams/server/invitation-store.ts';
import {
  memberCounts,
  memberEntries,
  memberGoals,
  memberShoutouts,
  teamCards,
  visitMember,
} from '#features/teams/server/member-store.ts';
import { managerAccess, relationships } from '#features/teams/server/store.ts';
import type { Instance, Person } from './instance.ts';
import { plansOf, type Plan } from './plans.ts';
import { connect } from './team.ts';

const members = 20;

/** `member`: has entries in the table. */
export async function takeTeamPlans(instance: Instance, member: Person): Promise<Plan[]> {
  // Another one in each run on the same data.
  const manager = await instance.signUpSettled(`plan-manager-${newId()}`);
  await instance.asOwner((owner) => writeTeam(owner, manager, member));
  const now = new Date().toISOString();
  const before = { at: new Date(Date.now() - 100 * 86_400_000).toISOString(), id: member.id };
  return [
    ...(await plansOf(instance, manager, {
      'My Team': (tx) => teamCards(tx, null, 51),
      'My Team, a later page': (tx) => teamCards(tx, member.id, 51),
      'a visit to a member': (tx) => visitMember(tx, member.id),
      'counts of a member': (tx) => memberCounts(tx, member.id),
      'entries of a member': (tx) => memberEntries(tx, member.id, null, 51),
      'entries of a member, a later page': (tx) => memberEntries(tx, member.id, before, 51),
      'goals of a member': (tx) => memberGoals(tx, member.id, null, 51),
      'completed goals of a member, a later page': (tx) =>
        memberGoals(tx, member.id, { completedAt: now, id: member.id }, 51),
      'shoutouts of a member': (tx) => memberShoutouts(tx, member.id, null, 51),
      relationships: (tx) => relationships(tx),
    })),
    ...(await plansOf(instance, member, {
      'who sees the log': (tx) => managerAccess(tx),
      'sent invitations': (tx) => invitationPage(tx, null, 51),
      'a pending invitation': (tx) => pendingInvitation(tx, 'manager', 'someone@example.com'),
      'whether an address can be invited': (tx) => invitationRefusal(tx, 'manager', 'someone@example.com'),
      'sharing with a connected manager': (tx) => askManager(tx, manager.email),
    })),
  ];
}

/** Connects the manager with the member and 19 others who share every second entry, and fills the lists of the rest. */
async function writeTeam(owner: pg.Client, manager: Person, member: Person): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  const { rows } = await owner.query<{ id: string }>(
    `select id from users where email like 'seeded%' order by id limit $1`,
    [members - 1],
  );
  const ids = [member.id, ...rows.map(({ id }) => id)];
  await owner.query(
    `insert into profiles (user_id, full_name, email)
     select id, 'Member ' || id, id || '@example.com' from unnest($1::uuid[]) id on conflict do nothing`,
    [ids],
  );
  await connect(owner, manager, ids);
  await owner.query(
    `insert into team_invitations (id, employee_id, manager_email, status, closed_at, declined_at)
     select gen_random_uuid(), id, 'declined' || n || '@example.com', 'declined', now(), now()
     from unnest($1::uuid[]) id, generate_series(1, 500) n`,
    [ids],
  );
  await owner.query(
    `insert into goals (id, user_id, text, position, completed_at)
     select gen_random_uuid(), id, 'A goal', n, case when n > 20 then now() - make_interval(hours => n) end
     from unnest($1::uuid[]) id, generate_series(1, 1000) n`,
    [ids],
  );
  await owner.query(
    `insert into shoutouts (id, sender_id, recipient_email, message, held, created_at)
     select gen_random_uuid(), id, case when n % 10 = 0 then $2 else 'someone' || n || '@example.com' end, 'Thank you',
       false, now() - make_interval(hours => n)
     from unnest($1::uuid[]) id, generate_series(1, 1000) n`,
    [ids, manager.email],
  );
  await owner.query('commit');
  for (const table of ['check_ins', 'team_relationships', 'team_invitations', 'goals', 'shoutouts'])
    await owner.query(`vacuum analyze ${table}`);
}
