// The same as schema.test.ts for what teams and vouches keep and link.
import { limits as teamLimits } from '#features/teams/constants.ts';
import { memberLimits } from '#features/teams/member-constants.ts';
import {
  addInvitation,
  askManager,
  declinedUntil,
  invitationRefusal,
  noteMail,
} from '#features/teams/server/invitation-store.ts';
import { visitMember } from '#features/teams/server/member-store.ts';
import { relationships } from '#features/teams/server/store.ts';
import { limits as vouchLimits } from '#features/vouches/constants.ts';
import { requestLimits } from '#features/vouches/request-constants.ts';
import { addRequest } from '#features/vouches/server/request-store.ts';
import { noteToken, setWithdrawn } from '#features/vouches/server/store.ts';
import { newId } from '#platform/clock/id.ts';
import {
  addMail,
  addVouch,
  addInvitationTo,
  addRelationship,
  linkDays,
  bytes,
  people,
  isKept,
  testConstants,
} from '#tests/support/constants-in-database.ts';

testConstants([
  [
    teamLimits,
    'linkDays',
    20,
    'the link of a posted invitation is valid',
    async (seen) => {
      const invitationId = await addInvitationTo(seen, { address: 'boss@example.com' });
      await noteMail(seen.tx, { invitationId, tokenHash: bytes('link'), mailId: newId(), state: null });
      return seen.value(linkDays('team_invitations'));
    },
  ],
  [
    teamLimits,
    'linkDays',
    20,
    'the link of an invitation is valid that waited',
    async (seen) => {
      const mail = newId();
      await addMail(seen, { id: mail, state: 'waiting' });
      await addInvitationTo(seen, { address: 'boss@example.com', mail });
      await seen.run(`update mails set state = 'queued' where id = $1`, [mail]);
      return seen.value(linkDays('team_invitations'));
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'the wait after a decline is named',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      return declinedUntil(seen.tx, 'manager', 'boss@example.com');
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'an invitation after a decline is refused',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      return invitationRefusal(seen.tx, 'manager', 'boss@example.com');
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'an invitation after a decline is not stored',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      return addInvitation(seen.tx, newId(), 'manager', 'boss@example.com');
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'sharing asks again after a decline',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      await askManager(seen.tx, 'boss@example.com');
      return seen.value('select count(*) from team_invitations');
    },
  ],
  [
    teamLimits,
    'pending',
    1,
    'a second invitation is refused',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com' });
      return invitationRefusal(seen.tx, 'manager', 'other@example.com');
    },
  ],
  [
    teamLimits,
    'relationships',
    0,
    'relationships are listed',
    async (seen) => {
      await addRelationship(seen, { status: 'accepted' });
      return (await relationships(seen.tx)).length;
    },
  ],
  [
    teamLimits,
    'requests',
    0,
    'requests are listed',
    async (seen) => {
      await addRelationship(seen, { status: 'pending' });
      return (await relationships(seen.tx)).length;
    },
  ],
  [
    memberLimits,
    'minutesBetweenLooks',
    2,
    'a look is noted',
    async (seen) => {
      await seen.run(`update app.billing set driver = 'included'`);
      await addRelationship(seen, { status: 'accepted', lookedAgo: '90 s' });
      await visitMember(seen.tx, people.bo.userId);
      return seen.value('select looked_at >= now() from team_relationships');
    },
  ],
  [
    vouchLimits,
    'linkDays',
    40,
    'the link of a new vouch is valid',
    async (seen) => {
      await addVouch(seen);
      return seen.value(linkDays('vouches'));
    },
  ],
  [
    vouchLimits,
    'linkDays',
    40,
    'the link of a posted vouch is valid',
    async (seen) => {
      const vouchId = await addVouch(seen, { expires_at: '2026-01-01' });
      await noteToken(seen.tx, { vouchId, tokenHash: bytes('link'), mailId: newId(), gap: 0 });
      return seen.value(linkDays('vouches'));
    },
  ],
  [
    vouchLimits,
    'linkDays',
    40,
    'the link of a vouch is valid that waited',
    async (seen) => {
      const mail = newId();
      await addMail(seen, { id: mail, state: 'waiting' });
      await addVouch(seen, { mail_id: mail, email_state: 'waiting', expires_at: '2026-01-01' });
      await seen.run(`update mails set state = 'queued' where id = $1`, [mail]);
      return seen.value(linkDays('vouches'));
    },
  ],
  [
    vouchLimits,
    'resends',
    1,
    'the email of a vouch is sent again',
    async (seen) => {
      const vouchId = await addVouch(seen, { mail_id: newId(), resends: 2 });
      return noteToken(seen.tx, { vouchId, tokenHash: bytes('link'), mailId: newId(), gap: 0 });
    },
  ],
  [
    vouchLimits,
    'resends',
    5,
    'the email of a vouch is sent a fifth time',
    async (seen) => {
      const vouchId = await addVouch(seen, { mail_id: newId(), resends: 4 });
      return noteToken(seen.tx, { vouchId, tokenHash: bytes('link'), mailId: newId(), gap: 0 });
    },
  ],
  [
    vouchLimits,
    'undoMinutes',
    120,
    'withdrawing a vouch is undone',
    async (seen) => {
      const columns = { status: 'withdrawn', withdrawn_at: new Date(Date.now() - 90 * 60_000) };
      return setWithdrawn(seen.tx, await addVouch(seen, columns), false);
    },
  ],
  [
    requestLimits,
    'hoursOfOneRequest',
    48,
    'the same request is stored again',
    async (seen) => {
      await seen.run(`update profiles set slug = 'ada-example', is_public = true where user_id = $1`, [
        people.ada.userId,
      ]);
      const verified = { status: 'verified', verified_at: new Date(), content_sha256: bytes('hash') };
      const id = await addVouch(seen, verified);
      await seen.run(
        `insert into vouch_verification_requests (user_id, vouch_id, requester_name, requester_email, message, created_at)
       values ($1, $2, 'Eve', 'eve@example.com', 'Is it true?', now() - interval '30 hours')`,
        [people.ada.userId, id],
      );
      const publicId = (await seen.value('select public_id from vouches where id = $1', [id])) as string;
      const request = { requester_name: 'Eve', requester_email: 'eve@example.com', message: 'Is it true?' };
      await addRequest(seen.tx, publicId, request);
      return seen.value('select count(*) from vouch_verification_requests');
    },
  ],
  [vouchLimits, 'undoMinutes', 120, 'deleted vouches are kept', isKept('vouches_kept_since', '90 minutes')],
  [teamLimits, 'daysKept', 40, 'closed invitations are kept', isKept('invitations_kept_since', '35 days')],
]);
