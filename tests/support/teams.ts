// Shared steps of tests about teams: invite, read the emailed link, accept, answer in the panel.
import type { Invitation, ManagerAccess, Relationship } from '#features/teams/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from './app.ts';
import type { Answer, Caller, ProblemBody } from './caller.ts';
import { delivered, markVerified } from './mail.ts';
import type { SmtpSink } from './smtp-sink.ts';

let invited = 0;
/** An address that no account has. */
export const newAddress = (): string => `invited${++invited}@example.net`;

export function inviteTo(
  caller: Caller,
  email: string,
  more: object = {},
): Promise<Answer<Invitation & ProblemBody>> {
  const body = { id: newId(), type: 'employee', email, ...more };
  return caller.call<Invitation & ProblemBody>('POST /api/team_invitations', { body });
}

export const inviteManager = (caller: Caller, email: string, more: object = {}) =>
  inviteTo(caller, email, { type: 'manager', ...more });

export const withdrawInvitation = (caller: Caller, id: string) =>
  caller.call<{ id: string } & ProblemBody>('DELETE /api/team_invitations/:id', { params: { id } });

export async function invitationsOf(caller: Caller): Promise<Invitation[]> {
  return (await caller.call<{ rows: Invitation[] }>('GET /api/team_invitations')).json.rows;
}

export async function relationshipsOf(caller: Caller): Promise<Relationship[]> {
  return (await caller.call<{ rows: Relationship[] }>('POST /api/rpc/get_team_members_view')).json.rows;
}

export async function managerAccessOf(caller: Caller): Promise<ManagerAccess[]> {
  return (await caller.call<{ rows: ManagerAccess[] }>('GET /api/manager_access')).json.rows;
}

export const answerRequest = (caller: Caller, id: string, status: 'accepted' | 'declined' = 'accepted') =>
  caller.call<Relationship & ProblemBody>('PATCH /api/team_relationships/:id', {
    params: { id },
    body: { status },
  });

export const endRelationship = (caller: Caller, id: string) =>
  caller.call<{ id: string } & ProblemBody>('DELETE /api/team_relationships/:id', { params: { id } });

/** The tokens of the invitations that were emailed to an address, oldest first. */
export async function invitationTokens(app: TestApp, sink: SmtpSink, to: string): Promise<string[]> {
  const found = await delivered(app, sink, to);
  return found.flatMap(({ mail }) => /accept-invitation\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? []);
}

export type Linked = {
  invitation: {
    type: string;
    manager_name: string;
    masked_email: string;
    status: string;
    expires_at: string;
    for_me: boolean | null;
    sign_up_proof: string | null;
  };
};

export const readLink = (caller: Caller, token: string) =>
  caller.call<Linked & ProblemBody>('POST /api/functions/v1/get-invitation-by-token', { body: { token } });

export type Accepted = {
  alreadyConnected: boolean;
  type: string;
  manager_name: string;
  relationship_id: string;
  accepted_at: string;
};

export const acceptLink = (caller: Caller, token: string) =>
  caller.call<Accepted & ProblemBody>('POST /api/functions/v1/accept-logbook-invitation', {
    body: { token },
  });

/** Lets addresses that declined be invited again, as after 7 days. */
export const forgetDeclines = (app: TestApp) =>
  app.database.asOwner((db) =>
    db.query(`update team_invitations set declined_at = now() - interval '7 days', closed_at = now() - interval '7 days'
      where status in ('declined', 'withdrawn')`),
  );

export const addVerifiedAddress = (app: TestApp, { userId }: Caller, email: string) =>
  app.database.asOwner((db) =>
    db.query(
      `insert into user_emails (id, user_id, email, verified_at) values (gen_random_uuid(), $1, $2, now())`,
      [userId, email],
    ),
  );

/** Connects a manager with an employee as they would, in the panel. Returns the id of the relationship. */
export async function connectThroughPanel(app: TestApp, manager: Caller, employee: Caller): Promise<string> {
  for (const person of [manager, employee]) await markVerified(app, person);
  const { status, json } = await inviteManager(employee, manager.email);
  if (status !== 200) throw new Error(`The invitation was refused with ${status}.`);
  const answered = await answerRequest(manager, json.id);
  if (answered.status !== 200) throw new Error(`Accepting was refused with ${answered.status}.`);
  return json.id;
}
