// Reminders in tests: an app that sends them, choosing them, letting them be due, and the push service that gets messages.
import { PageRenderer } from '#app/prerender/pages.tsx';
import type { Reminders } from '#features/reminders/contract.ts';
import { nudgeTexts, questionTexts } from '#features/reminders/mail-texts.ts';
import { CannotFetch } from '#platform/http/fetch-public.ts';
import type { PostPublic } from '#platform/http/post-public.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { runJob, signUpVerified, startMailingApp, work } from './mail.ts';
import type { SmtpSink } from './smtp-sink.ts';

/** An app that sends and receives emails, and serves the pages of their links. */
export function startReminderApp(): Promise<{ app: TestApp; sink: SmtpSink }> {
  const renderer = new PageRenderer({ instanceName: 'Logbook', offlineApp: false });
  return startMailingApp(
    { MAIL_IN_DOMAIN: 'log.example.com', MAIL_IN_SECRET: 'a-secret-of-the-webhook-0123456789' },
    renderer,
  );
}

export const sql = async <Row = Record<string, unknown>>(
  app: TestApp,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await app.database.asOwner((db) => db.query(text, values))).rows as Row[];

type Choice = Partial<{ question: object; nudge: object; time_zone: string; locale: string }>;
const off = {
  question: { state: 'off', day: 5, hour: 16 },
  nudge: { state: 'off', days: [5], hour: 16, by_email: true },
};

/** Chooses this; the rest is off. */
export const choose = (person: Caller, choice: Choice) =>
  person.call<Reminders>('PUT /api/reminders', { body: { time_zone: 'Europe/Berlin', ...off, ...choice } });
export const weekly = (person: Caller) => choose(person, { question: { state: 'on', day: 5, hour: 16 } });
export const daily = (person: Caller, by_email = true) =>
  choose(person, { nudge: { state: 'on', days: [1, 2, 3, 4, 5, 6, 7], hour: 9, by_email } });

/** Lets everything of this user be due, so many hours ago. */
export const makeDue = (app: TestApp, person: Caller, hours = 0) =>
  sql(
    app,
    `update reminders set next_at = now() - make_interval(hours => $2) where user_id = $1 and state = 'on'`,
    [person.userId, hours],
  );

/** When the user's reminder that is on is due, in milliseconds. */
export async function nextOf(app: TestApp, person: Caller): Promise<number> {
  const text = `select next_at from reminders where user_id = $1 and state = 'on'`;
  const [row] = await sql<{ next_at: string }>(app, text, [person.userId]);
  return Date.parse(row!.next_at);
}

/** Sends what is due: emails to the SMTP server, push messages to the internet or in its place. */
export async function sendReminders(app: TestApp, postPublic?: PostPublic): Promise<void> {
  await runJob(app, 'remind');
  await work(app, undefined, postPublic);
}

const subjects: (string | undefined)[] = [questionTexts.subject, nudgeTexts.subject];

/** The weekly emails and reminders that the SMTP server has received for this user. */
export const received = (sink: SmtpSink, person: Caller) =>
  sink.received.filter(({ to, mail }) => to.includes(person.email) && subjects.includes(mail.subject));

/** A new user with the weekly email, as it has arrived. */
export async function asked(
  app: TestApp,
  sink: SmtpSink,
): Promise<{ ada: Caller; text: string; raw: string }> {
  const ada = await signUpVerified(app);
  await weekly(ada);
  await makeDue(app, ada);
  await sendReminders(app);
  const [email] = received(sink, ada);
  return { ada, text: email!.mail.text!, raw: email!.raw };
}

export const addEntry = (person: Caller, content: string, more: object = {}) =>
  person.call('POST /api/check_ins', { body: { content, ...more } });

/** The link in an email with this path, without the instance. */
export const linkIn = (app: TestApp, text: string, path: string) =>
  new RegExp(`${app.config.appUrl}(${path}\\?token=[\\w-]+)`).exec(text)![1]!;

export const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

export const endpointOf = (name: string) => `https://push.example.com/send/${name}`;
let added = 0;

/** Adds a browser of this user. Returns its endpoint. */
export async function addDevice(person: Caller): Promise<string> {
  const endpoint = endpointOf(`device-${++added}`);
  const { status } = await person.call('POST /api/push_devices', { body: { endpoint } });
  if (status !== 200) throw new Error(`The device is refused with ${status}.`);
  return endpoint;
}

type Push = { url: string; headers: Record<string, string> };

/** What the push service has received, and how it responds next. */
export class PushService {
  pushed: Push[] = [];
  respond: (push: Push) => { status: number; retryAfter?: number } | 'forbidden' | 'unreachable' = () => ({
    status: 201,
  });

  readonly postPublic: PostPublic = (url, headers) => {
    this.pushed.push({ url, headers });
    const response = this.respond({ url, headers });
    if (typeof response === 'string')
      return Promise.reject(new CannotFetch(response, { isForbidden: response === 'forbidden' }));
    return Promise.resolve({ status: response.status, retryAfter: response.retryAfter ?? null });
  };
}
