import { describe, expect, test } from 'vitest';
import { offlineProblem, Problem } from '#platform/http/client.ts';
import type { Invitation } from '../contract.ts';
import { sentMessages as texts } from '../sent-texts.ts';
import { inviteEach } from './send-invitations.ts';
import { sentMessage } from './sent-message.ts';

const invitation = (email: string, email_state: Invitation['email_state'] = null): Invitation => ({
  id: '019a0000-0000-7000-8000-000000000001',
  type: 'employee',
  email,
  status: 'pending',
  created_at: '2026-11-22T10:00:00.000Z',
  expires_at: '2026-12-06T10:00:00.000Z',
  resend_from: '2026-11-23T10:00:00.000Z',
  email_state,
});

const emails = ['a@example.com', 'b@example.com', 'c@example.com'];

/** Refuses the first of `emails` and counts the requests. */
function refusing(problem: Problem) {
  const asked: string[] = [];
  const invite = (email: string) => {
    asked.push(email);
    return email === emails[0] ? Promise.reject(problem) : Promise.resolve(invitation(email));
  };
  return { asked, invite };
}

describe('sending invitations', () => {
  test('an address that is refused does not stop the others, and its reason names it', async () => {
    const { asked, invite } = refusing(new Problem(409, { code: 'invitation_exists', title: 'Exists' }));
    const { invited, failures } = await inviteEach(emails, invite);
    expect(asked).toEqual(emails);
    expect(invited.map(({ email }) => email)).toEqual(['b@example.com', 'c@example.com']);
    expect(failures).toMatchObject([
      { email: 'a@example.com', reason: 'Invitation already exists for a@example.com' },
    ]);
  });

  test('another reason follows the address, which is named once', async () => {
    const { invite } = refusing(
      new Problem(400, {
        code: 'own_address',
        title: 'This is your own address',
        detail: 'a@example.com is your own address. Please enter the address of someone else.',
      }),
    );
    const { failures } = await inviteEach(emails, invite);
    expect(failures[0]?.reason).toBe('Failed to invite a@example.com: This is your own address');
  });

  test.each(['too_many_tries', 'too_many_pending', 'plan_required', 'no_session'])(
    'after %s, no further address is asked, and all of them are listed',
    async (code) => {
      const { asked, invite } = refusing(new Problem(429, { code, title: 'Refused' }));
      const { invited, failures } = await inviteEach(emails, invite);
      expect(asked).toEqual(['a@example.com']);
      expect(invited).toEqual([]);
      expect(failures.map(({ email }) => email)).toEqual(emails);
    },
  );

  test('without a connection, no further address is asked', async () => {
    const { asked, invite } = refusing(offlineProblem());
    await inviteEach(emails, invite);
    expect(asked).toEqual(['a@example.com']);
  });

  test.each([
    [[invitation('a@example.com')], texts.title, 'a@example.com gets an email'],
    [emails.map((email) => invitation(email)), texts.title, '3 people get an email'],
    [[invitation('a@example.com', 'held')], texts.saved, 'when you verify your email'],
    [[invitation('a@example.com', 'waiting')], texts.saved, 'once there is room'],
  ])('%#: the message says how the emails went', (invited, title, description) => {
    const message = sentMessage(invited);
    expect(message?.title).toBe(title);
    expect(message?.description).toContain(description);
  });

  test('if all emails failed, nothing is reported as sent', () => {
    expect(sentMessage([invitation('a@example.com', 'failed')])).toBeUndefined();
  });
});
