// Recognizes devices that signed in before. A cookie that outlives the session holds, for a few accounts, a code
// that only this server can compute for that device and address. Such a device has its own limit of failed sign-ins, so
// wrong passwords from other devices do not lock the owner out (R-A8). The cookie holds no address, and alone it grants no
// access: while the user has the device remembered, it replaces the code after the password (R-Q2).
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '#platform/secrets/secrets.ts';
import { devices } from '../../attempt-constants.ts';

const daySeconds = 24 * 60 * 60;
const shape = /^[\w-]{43}(~\d{1,7}\.[\w-]{43}(\.[\w-]{43})?)+$/;

/** `secret`: what replaces a code. New each time the user has the device remembered, so that no earlier copy of the cookie has it. */
type Entry = { day: number; code: Buffer; secret: string | undefined };
type Device = { id: string; entries: Entry[] };

export type KnownDevice = { id: string; secret: string | undefined };

/** The device if this address signed in on it recently, otherwise null. */
export function knownDevice(request: FastifyRequest, key: Buffer, email: string): KnownDevice | null {
  const device = readDevice(request);
  const entry = device?.entries.find((one) => isFor(one, key, device.id, email));
  return device && entry ? { id: device.id, secret: entry.secret } : null;
}

/** Records in the cookie that this address has signed in on this device. `secret`: the new one, if there is one. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  key: Buffer,
  email: string,
  secret?: string,
): void {
  const { id, entries } = readDevice(request) ?? { id: newToken(), entries: [] };
  const others = entries.filter((entry) => !isFor(entry, key, id, email));
  const day = today();
  const own = {
    ...{ day, code: codeOf(key, id, day, email) },
    secret: secret ?? entries.find((entry) => !others.includes(entry))?.secret,
  };
  const kept = [own, ...others].slice(0, devices.accounts);
  const value = [id, ...kept.map(written)].join('~');
  const { device, secure } = reply.server.cookieNames;
  const maxAge = devices.days * daySeconds;
  reply.setCookie(device, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}

/** Clears the cookie. */
export function forgetDevice(reply: FastifyReply): void {
  const { device, secure } = reply.server.cookieNames;
  reply.clearCookie(device, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

function readDevice(request: FastifyRequest): Device | undefined {
  const value = request.cookies[request.server.cookieNames.device];
  if (value === undefined || !shape.test(value)) return undefined;
  const [id, ...entries] = value.split('~').slice(0, 1 + devices.accounts) as [string, ...string[]];
  return {
    id,
    entries: entries.map((entry) => {
      const [day, code, secret] = entry.split('.') as [string, string, string?];
      return { day: Number(day), code: Buffer.from(code, 'base64url'), secret };
    }),
  };
}

const written = ({ day, code, secret }: Entry) =>
  [day, code.toString('base64url'), ...(secret === undefined ? [] : [secret])].join('.');

function isFor({ day, code }: Entry, key: Buffer, id: string, email: string): boolean {
  return day > today() - devices.days && timingSafeEqual(code, codeOf(key, id, day, email));
}

function codeOf(key: Buffer, id: string, day: number, email: string): Buffer {
  return createHmac('sha256', key).update(`${id} ${day} ${email}`).digest();
}

function today(): number {
  return Math.floor(Date.now() / 1000 / daySeconds);
}
