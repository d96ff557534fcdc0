// Samples of every email, as their recipients get them. An email without a sample does not compile.
import * as accounts from '#features/accounts/server/mails.tsx';
import { senderNamed } from '#features/accounts/server/operations/mail-sender.ts';
import { refusalReasons } from '#features/mail-in/constants.ts';
import * as mailIn from '#features/mail-in/server/mails.tsx';
import * as packets from '#features/packets/server/mails.tsx';
import { tips } from '#features/playbook/mail-texts.ts';
import * as playbook from '#features/playbook/server/mails.tsx';
import * as reminders from '#features/reminders/server/mails.tsx';
import * as sharing from '#features/sharing/server/mails.tsx';
import * as shoutouts from '#features/shoutouts/server/mails.tsx';
import * as signInMethods from '#features/sign-in-methods/server/mails.tsx';
import { mailTexts as changeTexts } from '#features/sign-in-methods/texts.ts';
import * as singleSignOn from '#features/single-sign-on/server/mails.tsx';
import * as teams from '#features/teams/server/mails.tsx';
import * as vouches from '#features/vouches/server/mails.tsx';
import { Mailer, type ComposedMail, type Mail } from '#platform/mail/mailer.ts';
import { sampleReports } from './report-samples.ts';

/** By their feature. */
export const mailModules = {
  ...{ accounts, 'mail-in': mailIn, packets, playbook, reminders, sharing, shoutouts },
  ...{ 'sign-in-methods': signInMethods, 'single-sign-on': singleSignOn, teams, vouches },
};
type Modules = typeof mailModules;

/** Values for each email of a module. */
type SamplesOf<Module> = {
  [
    Name in keyof Module as Module[Name] extends (...values: never[]) => Mail ? Name : never
  ]: Module[Name] extends (...values: infer Values) => Mail ? Values[] : never;
};

const appUrl = 'https://logbook.example.com';
const config = { appUrl, instanceName: 'Our Logbook', passwords: true };
const withoutPasswords = { ...config, passwords: false };
const { instanceName } = config;
const to = 'grace@example.org';
const id = '0199f3a0-0000-7000-8000-000000000001';
const name = 'Grace Hopper';
const link = `${appUrl}/auth?verify=${'t0ken'.repeat(9)}`;
const recipient = { to, instanceName, link };
const sender = senderNamed('Ada Lovelace', 'ada@example.com');
const anonymous = senderNamed('', null);
const stop = `${appUrl}/reminders/stop?token=${'t0ken'.repeat(9)}`;
const at = '2026-11-20T12:00:00.000Z';
const words = 'Moved the nightly import to the new queue.\nIt takes 4 minutes instead of 50: אין כמוה!';
const asked = {
  ...{ id, kind: 'question', about: id, to, locale: 'en-US', timeZone: 'UTC' },
  links: { answer: `${appUrl}/reminders/answer?token=${'t0ken'.repeat(9)}`, stop },
};
const vouch = {
  project_name: 'The nightly import',
  project_context: words,
  individual_contribution: words,
  reference_name: name,
  reference_email: to,
  reference_position: 'Head of Data',
  reference_department: null,
};
const answered = { user_id: id, email: to, project_name: vouch.project_name, reference_name: name };
const request = {
  ...{ reference_name: name, reference_email: to, user_id: id, project_name: vouch.project_name },
  ...{ full_name: 'Ada Lovelace', requester_name: 'Charles', requester_email: 'charles@example.net' },
  message: words,
};
const provider = { to, userId: id, provider: 'Our Company', config };

const samples: { [Feature in keyof Modules]: SamplesOf<Modules[Feature]> } = {
  accounts: {
    verificationMail: [[{ ...recipient, name }], [{ ...recipient, name: null }]],
    extraAddressMail: [[recipient]],
    recoveryMail: [[{ ...recipient, name }]],
    takenOverMail: [[recipient]],
    primaryChangedMail: [true, false].map((passwords) => [
      { ...recipient, name, now: 'g•••@example.net', passwords },
    ]),
    feedbackMail: [[{ to, name, email: 'ada@example.com', replyTo: 'ada@example.com', message: words }]],
  },
  'mail-in': {
    refusedMail: refusalReasons.map((reason) => [{ id, userId: id, to, reason, instanceName, appUrl }]),
  },
  packets: {
    packetMail: [sender, anonymous].map((from) => [
      {
        ...{ to, sender: from, title: 'The second half of 2026', url: `${appUrl}/packet/abc` },
        ...{ period: { from: '2026-07-01', to: '2026-12-31' }, expiresAt: at },
      },
    ]),
  },
  playbook: {
    confirmationMail: [[recipient]],
    tipMail: tips.map((_tip, index) => [{ to, index, stopLink: stop, appUrl }]),
  },
  reminders: {
    questionMail: [
      [{ ...asked, replyTo: null, goals: [], hasMoreGoals: false, entries: [] }],
      [
        {
          ...asked,
          replyTo: 'log.abcdef@logbook.example.com',
          goals: ['Talk to three customers', 'לכתוב את התיעוד'],
          hasMoreGoals: true,
          entries: [
            { content: words, emoji: '🚀', created_at: at },
            { content: 'לימדתי את הצוות', emoji: null, created_at: at },
          ],
        },
      ],
    ],
    nudgeMail: [[{ id, kind: 'nudge', about: id, to, stop, appUrl }]],
  },
  sharing: {
    managerSnapshotMail: [
      [{ id, to, sender, entry: { content: words, emoji: '🚀' }, link, instanceName }],
      [{ id, to, sender: anonymous, entry: { content: words.repeat(200), emoji: null }, link, instanceName }],
    ],
  },
  shoutouts: {
    shoutoutMail: [
      [{ id, to, sender, message: words, excerpt: words, instanceName, appUrl, proof: 'abc' }],
      [{ id, to, sender: anonymous, message: words, excerpt: null, instanceName, appUrl, proof: 'abc' }],
    ],
  },
  'sign-in-methods': {
    changedMail: (Object.keys(changeTexts.changes) as signInMethods.Change[]).flatMap((change) => [
      [{ to, userId: id, change, config }],
      [{ to, userId: id, change, undoToken: 'abc', config }],
      [{ to, userId: id, change, undoToken: 'abc', config: withoutPasswords }],
    ]),
  },
  'single-sign-on': {
    connectedMail: [
      [{ ...provider, undoToken: 'abc' }],
      [{ ...provider, undoToken: 'abc', config: withoutPasswords }],
    ],
    disconnectedMail: [[provider], [{ ...provider, config: withoutPasswords }]],
  },
  teams: {
    invitationMail: (['employee', 'manager'] as const).map((type) => [
      { id, type, to, sender, link, instanceName },
    ]),
  },
  vouches: {
    vouchMail: [[{ id, vouch, sender, link }]],
    vouchAnswerMail: [
      [{ ...answered, status: 'verified', statement: words }, appUrl],
      [{ ...answered, status: 'declined', statement: null }, appUrl],
    ],
    verificationRequestMail: [
      [id, request, instanceName],
      [id, { ...request, full_name: '', requester_name: 'http://not.plain' }, instanceName],
    ],
  },
};

/** Whether an email is one of an instance without passwords, by its name. */
export const isWithoutPasswords = (name: string) => name.endsWith('without passwords');

/** Every email, by the name of its function, the number of its sample, and whether it is one without passwords. */
export function sampleMails(): [name: string, mail: ComposedMail][] {
  const mailer = new Mailer(config, 'a secret of at least thirty-two characters');
  const mails = Object.entries(samples).flatMap(([feature, mails]) =>
    Object.entries(mails as Record<string, unknown[][]>).flatMap(([mail, values]) => {
      const made = mailModules[feature as keyof Modules][mail as never] as (...of: unknown[]) => Mail;
      return values.map((of, index): [string, ComposedMail] => [
        `${mail} ${index + 1}${JSON.stringify(of).includes('"passwords":false') ? ' without passwords' : ''}`,
        mailer.compose(made(...of)),
      ]);
    }),
  );
  return [...mails, ...sampleReports()];
}
