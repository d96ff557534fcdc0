// Shared steps of tests about public logbooks: publish a page, and add verified vouches to it.
import type { OutgoingHttpHeaders } from 'node:http';
import type { Vouch } from '#features/vouches/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { askToVouch, attachToVouch } from './vouches.ts';

let links = 0;

/** Publishes the caller's page. Returns its link. */
export async function publish(caller: Caller, slug = `person-${++links}`): Promise<string> {
  const { status, text } = await caller.call('PATCH /api/profiles', { body: { slug } });
  if (status !== 200) throw new Error(`The link was refused: ${text}`);
  return slug;
}

export const setPublic = (caller: Caller, isPublic: boolean) =>
  caller.call('PATCH /api/profiles', { body: { is_public: isPublic } });

type Confirmed = { position?: string; statement?: string; at?: string };

/** Confirms a vouch as its reference would. */
export function confirm(app: TestApp, vouchId: string, { position, statement, at }: Confirmed = {}) {
  return app.database.asOwner((db) =>
    db.query(
      `update vouches set status = 'verified', verified_at = coalesce($4, now()), content_sha256 = '\\x00',
         confirmed_position = $2, statement = $3 where id = $1`,
      [vouchId, position, statement, at],
    ),
  );
}

/** A vouch that its reference has confirmed. `file`: with one. */
export async function verifiedVouch(
  app: TestApp,
  caller: Caller,
  { file, confirmed, ...fields }: { file?: Buffer; confirmed?: Confirmed } & Record<string, unknown> = {},
): Promise<Vouch> {
  const { json, status, text } = await askToVouch(caller, { id: newId(), ...fields });
  if (status !== 200) throw new Error(`The vouch was refused: ${text}`);
  if (file) await attachToVouch(caller, json.id, file, 'proof.pdf');
  await confirm(app, json.id, confirmed);
  return json;
}

/** A new user with a public page, and its link. */
export async function publicOwner(app: TestApp, name = 'Ada Example'): Promise<[Caller, string]> {
  const ada = await app.signUp(name);
  return [ada, await publish(ada)];
}

export type Visit = (
  path: string,
  headers?: Record<string, string>,
  from?: string,
) => Promise<{ status: number; text: string; headers: OutgoingHttpHeaders }>;

/** Opens pages. Each visit has another address, so that tests do not share the limit for unknown links. */
export function visitsTo(app: TestApp): Visit {
  return async (url, headers = {}, remoteAddress = newAddress()) => {
    const response = await app.server.inject({ method: 'GET', url, headers, remoteAddress });
    return { status: response.statusCode, text: response.body, headers: response.headers };
  };
}

let addresses = 0;
export const newAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`;

/** The text of HTML without its character references. */
export const decode = (html: string) =>
  html.replace(/&(?:#(x?)([\da-f]+)|(amp|lt|gt|quot));/gi, (_all, hex: string, code: string, name: string) =>
    name
      ? { amp: '&', lt: '<', gt: '>', quot: '"' }[name.toLowerCase()]!
      : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  );

export const linksOf = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => decode(url!));
