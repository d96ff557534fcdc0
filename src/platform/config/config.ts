// The configuration, parsed once at start. The only place that reads the environment.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { StartRefusal } from './start-refusal.ts';

/** Beyond this, the database connections that they share are too few for each. */
const workersMost = 24;
const port = z.coerce.number().int().min(0).max(65535);
const flagless = (value: string) => value.trim();

/** `address`, or `Name <address>`; undefined for anything else. */
function readMailbox(text: string): Config['mailFrom'] | undefined {
  const match = /^(?:"?([^"<>\p{Cc}\u2028\u2029]*?)"?\s*<)?([^\s<>@,;:"()[\]\\]+@[a-z0-9.-]+)>?$/iu.exec(
    text.trim(),
  );
  if (!match) return undefined;
  return { name: match[1]?.trim() ?? '', address: match[2]! };
}

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3000),
  HOST: z.string().transform(flagless).optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  APP_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_ROLE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,30}$/)
    .default('logbook'),
  INSTANCE_NAME: z.string().trim().min(1).max(40).default('Logbook'),
  SIGNUPS: z.enum(['open', 'closed']).default('open'),
  OFFLINE_APP: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z.string().default(''),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .transform((text, context) => {
      const mailbox = readMailbox(text);
      if (!mailbox) context.addIssue('is an address, or a name with the address in angle brackets');
      return mailbox ?? z.NEVER;
    })
    .optional(),
  MAIL_FEEDBACK: z
    .string()
    .refine((text) => readMailbox(text)?.name === '', 'is one address, such as team@example.org')
    .transform((text) => text.trim().toLowerCase())
    .optional(),
  WORKERS: z.union([z.literal('auto'), z.coerce.number().int().min(1).max(workersMost)]).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

/** Settings that hold secrets may come as a file: `<NAME>_FILE` names it. */
const secretNames = ['APP_SECRET', 'DATABASE_URL', 'SMTP_URL'] as const;

export type Config = {
  /** `try` is the try-it mode (R-J2), `serious` is NODE_ENV=production. */
  mode: 'try' | 'serious';
  port: number;
  host: string;
  /** Origin and base of all links, without a slash at the end. */
  appUrl: string;
  /** Whether the browser's cookies can be Secure. */
  https: boolean;
  /** Undefined: made and kept in the data folder. */
  appSecret: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  rolePrefix: string;
  instanceName: string;
  signups: 'open' | 'closed';
  /** Whether browsers keep the app, so that it opens without a connection. */
  offlineApp: boolean;
  /** Addresses or CIDR blocks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Undefined: nothing is sent; mails stay in the mailbox page (try-it mode) or wait (serious mode). */
  smtpUrl: string | undefined;
  /** The sender of every mail; the name may be empty. */
  mailFrom: { name: string; address: string };
  /** Where feedback is mailed (R-K8); undefined: it is only stored. */
  mailFeedback: string | undefined;
  /** How many processes serve; with 1, the only process serves. */
  workers: number;
  logLevel: string;
};

/**
 * Reads the configuration from the given environment. Throws StartRefusal that names each wrong setting, why, and
 * how to mend it. Values of settings are not repeated where they may be secret.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = schema.safeParse(withSecretFiles(env));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartRefusal({
      what: 'The configuration is not usable.',
      why: faults.join('\n'),
      mend: 'Correct or remove the named settings; .env.example explains each.',
    });
  }
  const set = parsed.data;
  const mode = set.NODE_ENV === 'production' ? 'serious' : 'try';
  if (mode === 'serious' && set.APP_URL === undefined) {
    throw new StartRefusal({
      what: 'APP_URL is not set.',
      why: 'In production mode (NODE_ENV=production) links in mails and the check for requests from other sites need the address at which people reach Logbook.',
      mend: 'Set APP_URL, such as APP_URL=https://logbook.example.org',
    });
  }
  const appUrl = (set.APP_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '');
  return {
    mode,
    port: set.PORT,
    host: set.HOST || (mode === 'try' ? '127.0.0.1' : '0.0.0.0'),
    appUrl,
    https: appUrl.startsWith('https:'),
    appSecret: set.APP_SECRET,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    rolePrefix: set.DATABASE_ROLE_PREFIX,
    instanceName: set.INSTANCE_NAME,
    signups: set.SIGNUPS,
    offlineApp: set.OFFLINE_APP === 'on',
    trustedProxies: set.TRUSTED_PROXIES.split(',')
      .map(flagless)
      .filter((entry) => entry !== ''),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? { name: '', address: `logbook@${mailHost(appUrl)}` },
    mailFeedback: set.MAIL_FEEDBACK,
    workers: set.WORKERS === 'auto' ? Math.min(availableParallelism(), workersMost) : set.WORKERS,
    // Whoever tries it out reads the start's output, not a log.
    logLevel: set.LOG_LEVEL ?? (mode === 'try' ? 'warn' : 'info'),
  };
}

// A numeric host is no mail domain.
function mailHost(appUrl: string): string {
  const { hostname } = new URL(appUrl);
  return /[a-z]$/i.test(hostname) ? hostname : 'localhost';
}

// An empty setting counts as absent, so that `NAME=` in an env file means "the default".
function withSecretFiles(env: NodeJS.ProcessEnv): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value) settings[name] = value;
  for (const name of secretNames) {
    const file = settings[`${name}_FILE`];
    if (!file || settings[name]) continue;
    try {
      settings[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new StartRefusal({
        what: `${name}_FILE cannot be read.`,
        why: (error as Error).message,
        mend: `Point ${name}_FILE to a readable file, or set ${name} itself.`,
      });
    }
  }
  return settings;
}
