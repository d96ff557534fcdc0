import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { ignored, newRowId, ownId, uuid } from '#platform/http/payload-contract.ts';
import { emailStates } from '#platform/mail/email-state.ts';
import { limits } from './constants.ts';

/** The role of the invited user. */
export const invitationTypes = ['employee', 'manager'] as const;
export type InvitationType = (typeof invitationTypes)[number];

/** Refusal codes of these operations, with their HTTP status. Their texts are in `texts.ts`. */
export const refusals = {
  invalid_email: 400,
  /** The address is one of the caller's own (R-E6). */
  own_address: 400,
  /** An invitation or a relationship with this address exists (R-E6). */
  invitation_exists: 409,
  /** The address declined an invitation of the caller's in the last 7 days. */
  invitation_declined: 409,
  /** Inviting team members needs the Team plan. */
  plan_required: 403,
  too_many_pending: 409,
  too_many_tries: 429,
  id_taken: 409,
  resend_too_soon: 429,
  resends_used_up: 409,
  /** The link is unknown, has expired or was used, or the invitation was withdrawn or declined. */
  invitation_invalid: 404,
  /** The session does not own the invited address. */
  another_address: 403,
  /** The session sent the invitation. */
  own_invitation: 409,
} as const;
export type RefusalCode = keyof typeof refusals;

export const relationshipStatuses = ['pending', 'accepted', 'declined'] as const;

/** A relationship that the caller is a party to. Those that the caller requested are listed only once accepted. */
export const relationship = z.strictObject({
  relationship_id: z.uuid(),
  status: z.enum(relationshipStatuses),
  manager_id: z.uuid(),
  employee_id: z.uuid(),
  employee_name: z.string(),
  manager_name: z.string(),
  relationship_created_at: z.iso.datetime(),
  /** Whether the caller asked for it. If not, the caller accepts or declines it. */
  requested_by_me: z.boolean(),
  /** The start of what the manager sees (R-E3). Null: not accepted. */
  accepted_at: z.nullable(z.iso.datetime()),
});
export type Relationship = z.infer<typeof relationship>;

export const invitationStatuses = ['pending', 'accepted', 'declined', 'expired'] as const;

/** An invitation as the user who sent it sees it. It does not reveal whether the address has an account. */
export const invitation = z.strictObject({
  id: z.uuid(),
  type: z.enum(invitationTypes),
  /** The invited address. */
  email: z.string(),
  status: z.enum(invitationStatuses),
  created_at: z.iso.datetime(),
  /**
   * When the link in its emails expires. Null: no email has been sent, because it waits or failed, or because the
   * invitation was asked for by sharing an entry.
   */
  expires_at: z.nullable(z.iso.datetime()),
  /** When the email can be sent again, or the address invited again after it declined. Null: neither. */
  resend_from: z.nullable(z.iso.datetime()),
  /** Of the newest email. Null: nothing to report. */
  email_state: z.nullable(z.enum(emailStates)),
});
export type Invitation = z.infer<typeof invitation>;

/** Who can see shared entries of the caller (docs/compatibility.md). */
export const managerAccess = z.strictObject({
  /** Of the relationship, or of the legacy grant. */
  id: z.uuid(),
  /** Null for a legacy grant whose address has no account that the caller may know. */
  manager_name: z.nullable(z.string()),
  /** The manager's address that the caller knows: the invited one or one that entries were shared with. */
  manager_email: z.nullable(z.string()),
  relationship_type: z.enum(['Manager', 'Legacy']),
  /** Entries recorded from then on are visible. */
  accepted_at: z.iso.datetime(),
  /** When the manager last opened the logbook. Null: never. */
  looked_at: z.nullable(z.iso.datetime()),
  /** Addresses of the manager that entries of the caller are shared with: those entries are visible to the manager. */
  shared_with: z.array(z.string()),
  /** False: the manager is not on the Team plan, so currently sees nothing. */
  sees_now: z.boolean(),
});
export type ManagerAccess = z.infer<typeof managerAccess>;

const id = z.strictObject({ id: uuid });
const address = z.string().check(z.maxLength(500));

const inviteRefusals = [
  'invalid_email',
  'own_address',
  'invitation_exists',
  'invitation_declined',
  'plan_required',
  'too_many_pending',
  'too_many_tries',
  'id_taken',
] as const;

export const operations = {
  'GET /api/team_invitations': operation({
    summary: "The caller's own pending, declined and expired invitations, newest first",
    access: 'session',
    query: z.strictObject({
      /** `next` of the previous page. */
      before: z.optional(z.string().check(z.maxLength(100))),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageMax)),
        limits.page,
      ),
    }),
    response: z.strictObject({ rows: z.array(invitation), next: z.nullable(z.string()) }),
  }),
  'POST /api/team_invitations': operation({
    summary: 'Invite an address to the team, or as a manager, with its email; idempotent by id',
    access: 'session',
    heavy: true,
    body: z.strictObject({
      id: newRowId,
      /** Default: employee. */
      type: z._default(z.enum(invitationTypes), 'employee'),
      email: z.optional(address),
      /** The same as `email`. */
      employee_email: z.optional(address),
      manager_id: ownId,
      manager_name: ignored,
      manager_email: ignored,
      invitation_token: ignored,
      status: ignored,
    }),
    response: invitation,
    refusals: inviteRefusals,
  }),
  'DELETE /api/team_invitations/:id': operation({
    summary: 'Withdraw an invitation, or take one that was declined or has expired off the list; idempotent',
    access: 'session',
    params: id,
    response: id,
  }),
  'POST /api/functions/v1/send-team-invitation': operation({
    summary:
      "Send the email of the caller's pending invitation to an address, or of a new one; nothing is sent again within 10 minutes",
    description: 'Names and addresses of the caller are read from the session.',
    access: 'session',
    body: z.strictObject({
      email: address,
      /** Default: employee. */
      type: z.optional(z.enum(invitationTypes)),
      /** Only send it again, even if it was requested within the last 10 minutes. */
      again: z.optional(z.boolean()),
      manager_id: ownId,
      manager_name: ignored,
      manager_email: ignored,
    }),
    response: invitation,
    refusals: [...inviteRefusals, 'invitation_invalid', 'resend_too_soon', 'resends_used_up'],
  }),
  'POST /api/functions/v1/get-invitation-by-token': operation({
    summary: 'What an invitation link is for',
    description:
      '`token` is in the link of the email. Unknown, withdrawn and expired invitations are all `invitation_invalid`.',
    access: 'anyone',
    readsOnly: true,
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    response: z.strictObject({
      invitation: z.strictObject({
        type: z.enum(invitationTypes),
        /** The name of the user who sent it: the manager, or the employee if `type` is `manager`. */
        manager_name: z.string(),
        /** The invited address, such as `a•••@example.com`. */
        masked_email: z.string(),
        status: z.enum(['pending', 'accepted']),
        expires_at: z.iso.datetime(),
        /** Whether the session owns the invited address, so that it can accept. Null: no session. */
        for_me: z.nullable(z.boolean()),
        /** The `proof` of a sign-up with the invited address, valid for an hour (R-A3). Null with a session. */
        sign_up_proof: z.nullable(z.string()),
      }),
    }),
    refusals: ['invitation_invalid'],
  }),
  'POST /api/functions/v1/accept-logbook-invitation': operation({
    summary: 'Accept an invitation by its link; the token proves the address; idempotent',
    description:
      'The account must own the invited address; the link verifies it if that has not happened. With `alreadyConnected`, nothing has changed.',
    access: 'session',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)), employeeEmail: ignored }),
    response: z.strictObject({
      alreadyConnected: z.boolean(),
      type: z.enum(invitationTypes),
      /** The name of the other party. */
      manager_name: z.string(),
      relationship_id: z.uuid(),
      /** The start of what the manager sees (R-E3). */
      accepted_at: z.iso.datetime(),
    }),
    refusals: ['invitation_invalid', 'another_address', 'own_invitation'],
  }),
  'POST /api/rpc/get_team_members_view': operation({
    summary: 'Relationships that the caller is a party to, newest first',
    access: 'session',
    readsOnly: true,
    response: z.strictObject({ rows: z.array(relationship) }),
  }),
  'PATCH /api/team_relationships/:id': operation({
    summary: 'Accept or decline a relationship that another user asked for; idempotent',
    access: 'session',
    params: id,
    body: z.strictObject({ status: z.enum(['accepted', 'declined']) }),
    response: relationship,
    refusals: ['invitation_invalid'],
  }),
  'DELETE /api/team_relationships/:id': operation({
    summary: 'End an accepted relationship, with immediate effect; idempotent',
    access: 'session',
    params: id,
    response: id,
  }),
  'GET /api/manager_access': operation({
    summary: 'Who can see shared entries of the caller',
    access: 'session',
    response: z.strictObject({ rows: z.array(managerAccess) }),
  }),
  'DELETE /api/logbook_invitations/:id': operation({
    summary: 'Remove a legacy grant',
    access: 'session',
    params: id,
    response: id,
  }),
} as const;
