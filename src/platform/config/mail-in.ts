// The settings of inbound email (R-N3). It is on if one of its two ways is set up.
import { isIP } from 'node:net';
import * as z from 'zod';
import { list } from '../text/language.ts';
import { refuseMissing, StartupError } from './startup-error.ts';
import { wholeNumber } from './whole-number.ts';

export type MailIn = {
  /** Of the private addresses. */
  domain: string;
  /** Where mail servers deliver. Undefined: nothing listens. */
  smtp: MailListener | undefined;
  /** What the webhook asks for. Undefined: there is no webhook. */
  secret: string | undefined;
  /** Where the keys of signatures are looked up, as `address` or `address:port`. Empty: where the system does. */
  dnsServers: string[];
};
export type MailListener = {
  port: number;
  host: string;
  /** The files of the certificate, in PEM. Undefined: without STARTTLS. */
  tls: { cert: string; key: string } | undefined;
};

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const isDnsServer = (text: string) => {
  const [, bracketed, port] = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 && Number(port ?? 53) <= 65_535;
  const [address = '', after] = isIP(text) === 6 ? [text] : text.split(':', 2);
  return isIP(address) !== 0 && (after === undefined || /^\d{1,5}$/.test(after));
};

export const mailInSettings = {
  MAIL_IN_PORT: wholeNumber(0, 65_535).optional(),
  MAIL_IN_HOST: z
    .string()
    .transform((text) => text.trim())
    .optional(),
  MAIL_IN_DOMAIN: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .refine((text) => hostName.test(text), 'must be a domain, such as mail.example.org')
    .optional(),
  MAIL_IN_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  MAIL_IN_CERT: z.string().min(1).optional(),
  MAIL_IN_KEY: z.string().min(1).optional(),
  MAIL_IN_DNS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .refine(
      (entries) => entries.every(isDnsServer),
      'must be addresses of DNS servers, such as 127.0.0.1 or 127.0.0.1:5353',
    ),
};

type Set = z.infer<z.ZodObject<typeof mailInSettings>>;

export function mailInOf(
  set: Set,
  { mode, domain }: { mode: 'try' | 'production'; domain: string },
): MailIn | undefined {
  const files = { MAIL_IN_CERT: set.MAIL_IN_CERT, MAIL_IN_KEY: set.MAIL_IN_KEY };
  const hasFiles = Object.values(files).some((value) => value !== undefined);
  if (hasFiles)
    refuseMissing(files, {
      why: 'Encrypting inbound email needs both MAIL_IN_CERT and MAIL_IN_KEY.',
      fix: 'Set what is missing, or remove the other.',
    });
  if (set.MAIL_IN_PORT === undefined && set.MAIL_IN_SECRET === undefined) {
    const others = { MAIL_IN_DOMAIN: set.MAIL_IN_DOMAIN, ...files };
    const named = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (named.length === 0) return undefined;
    throw new StartupError({
      what: `${list(named, 'unit')} without MAIL_IN_PORT or MAIL_IN_SECRET has no effect.`,
      why: 'There is no way by which email arrives.',
      fix: 'Set MAIL_IN_PORT to receive it from mail servers, or MAIL_IN_SECRET to receive it from a webhook.',
    });
  }
  return {
    domain: set.MAIL_IN_DOMAIN ?? domain,
    smtp:
      set.MAIL_IN_PORT === undefined
        ? undefined
        : {
            port: set.MAIL_IN_PORT,
            host: set.MAIL_IN_HOST || (mode === 'try' ? '127.0.0.1' : '0.0.0.0'),
            tls: hasFiles ? { cert: files.MAIL_IN_CERT!, key: files.MAIL_IN_KEY! } : undefined,
          },
    secret: set.MAIL_IN_SECRET,
    dnsServers: set.MAIL_IN_DNS,
  };
}
