// The configuration, parsed once at startup. The only place that reads the environment.
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { mailInOf, mailInSettings, type MailIn } from './mail-in.ts';
import { withSecretFiles } from './secret-files.ts';
import { singleSignOnOf, singleSignOnSettings, type SingleSignOn } from './single-sign-on.ts';
import { refuseMissing, StartupError } from './startup-error.ts';
import { isNetwork } from './trusted-proxies.ts';
import { wholeNumber } from './whole-number.ts';

const maxWorkers = 24;
/** For each worker: one that listens, two for jobs, and four for requests. */
const minConnectionsPerWorker = 7;
/** The embedded server accepts 200. The rest is for scripts and migrations. */
const embeddedConnections = 180;
/** Fits a server with PostgreSQL's default limit of 100, and leaves some to the operator's own tools. */
const externalConnections = 80;
const trimmed = (value: string) => value.trim();
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)!}`);

/** Values that were meant to be `production`, and would open an instance to others in try-it mode. */
const isMeantAsProduction = (value: string) => value !== 'production' && /^\W*prod(uction)?\W*$/i.test(value);

/** Whether the address has nothing after its host and port. */
function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { pathname, search, hash, username } = new URL(address);
  return /^\/*$/.test(pathname) && search + hash + username === '';
}

/** `address`, or `Name <address>`; undefined for anything else. */
function readMailbox(text: string): Config['mailFrom'] | undefined {
  const match = /^(?:"?([^"<>\p{Cc}\u2028\u2029]*?)"?\s*<)?([^\s<>@,;:"()[\]\\]+@[a-z0-9.-]+)>?$/iu.exec(
    text.trim(),
  );
  if (!match) return undefined;
  return { name: match[1]?.trim() ?? '', address: match[2]! };
}

/** An email address or a page, with the address of its link. */
function readContact(text: string): Config['operator']['contact'] {
  if (readMailbox(text)?.name === '' && !text.startsWith('<')) return { text, href: `mailto:${text}` };
  if (text.length > 200 || !URL.canParse(text) || !text.startsWith('https://')) return undefined;
  // As the target of a link in Markdown.
  return { text, href: new URL(text).href.replaceAll('(', '%28').replaceAll(')', '%29') };
}

const schema = z.object({
  NODE_ENV: z
    .string()
    .refine((value) => !isMeantAsProduction(value), 'must be exactly "production" for production mode')
    .default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().transform(trimmed).optional(),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine(isOrigin, 'must be an address without a path, such as https://logbook.example.org')
    .optional(),
  APP_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address that begins with postgres://' })
    .optional(),
  DATABASE_CONNECTIONS: wholeNumber(minConnectionsPerWorker, 10_000).optional(),
  DATABASE_ROLE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,30}$/, 'must be up to 31 of a-z, 0-9 and _, beginning with a letter')
    .default('logbook'),
  INSTANCE_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(40, 'must have at most 40 characters')
    .default('Logbook'),
  OPERATOR_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(120, 'must have at most 120 characters')
    .optional(),
  OPERATOR_CONTACT: z
    .string()
    .transform((text, context) => {
      const contact = readContact(text.trim());
      if (!contact) context.addIssue('must be an email address, or an https address of a page');
      return contact ?? z.NEVER;
    })
    .optional(),
  SIGNUPS: oneOf('open', 'closed').default('open'),
  OFFLINE_APP: oneOf('on', 'off').default('on'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map(trimmed)
        .filter((entry) => entry !== ''),
    )
    .refine((entries) => entries.every(isNetwork), 'must be addresses or CIDR blocks, not host names'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: 3 to 63 of a-z, 0-9, . and -')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(0, 365).default(3),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address that begins with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text, context) => {
      const mailbox = readMailbox(text);
      if (!mailbox) context.addIssue('must be an address, or a name with the address in angle brackets');
      return mailbox ?? z.NEVER;
    })
    .optional(),
  MAIL_FEEDBACK: z
    .string()
    .refine((text) => readMailbox(text)?.name === '', 'must be one address, such as team@example.org')
    .transform((text) => text.trim().toLowerCase())
    .optional(),
  ...mailInSettings,
  ...singleSignOnSettings,
  BILLING: oneOf('stripe', 'test', 'included').optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .default('https://api.stripe.com'),
  WORKERS: z
    .union(
      [z.literal('auto'), wholeNumber(1, maxWorkers)],
      `must be a whole number from 1 to ${maxWorkers}, or auto`,
    )
    .default(1),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').optional(),
});

/** Secret settings may also be read from a file, named by `<NAME>_FILE`. */
const secretNames = [
  'APP_SECRET',
  'DATABASE_URL',
  'MAIL_IN_SECRET',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** How the Team plan is sold (R-H1): by Stripe, in test mode, or not at all because everyone has it. */
export type Billing = { driver: 'included' } | { driver: 'test' } | StripeBilling;
export type StripeBilling = {
  driver: 'stripe';
  secretKey: string;
  /** Of the webhook endpoint: signs the events. */
  webhookSecret: string;
  /** The ids of Stripe's prices. */
  prices: { monthly: string; yearly: string };
  /** Where Stripe's API is. */
  apiUrl: string;
};

/** An S3-compatible object store. */
export type ObjectStorage = {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type Config = {
  /** `try` is the try-it mode (R-J2). The other is production mode (NODE_ENV=production). */
  mode: 'try' | 'production';
  port: number;
  host: string;
  /** Origin and base of all links, without a trailing slash. */
  appUrl: string;
  /** Whether the browser's cookies can be Secure. */
  https: boolean;
  /** Undefined: created and stored in the data folder. */
  appSecret: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  /** The most database connections of all worker processes together. */
  databaseConnections: number;
  rolePrefix: string;
  /** Undefined: files are stored on disk, in the data folder. */
  objectStorage: ObjectStorage | undefined;
  /** The folder of the daily backups. Absolute. */
  backupDir: string;
  /** How many daily backups are kept; 0 turns them off. */
  backupKeep: number;
  /** What `/metrics` asks for. Undefined: there is no such page. */
  metricsToken: string | undefined;
  instanceName: string;
  /** Who runs this instance, for the privacy policy. */
  operator: { name: string | undefined; contact: { text: string; href: string } | undefined };
  signups: 'open' | 'closed';
  /** Undefined: there is no provider to sign in with. */
  singleSignOn: SingleSignOn | undefined;
  /** Whether passwords open accounts. Without them, the provider and passkeys do. */
  passwords: boolean;
  /** Whether browsers cache the app, so that it opens offline. */
  offlineApp: boolean;
  /** Addresses or CIDR blocks whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Undefined: no email is sent. Emails stay in the mailbox page (try-it mode) or wait (production mode). */
  smtpUrl: string | undefined;
  /** The sender of every email. The name may be empty. */
  mailFrom: { name: string; address: string };
  /** Where feedback is emailed (R-K8). Undefined: it is only stored. */
  mailFeedback: string | undefined;
  /** Undefined: the instance receives no email. */
  mailIn: MailIn | undefined;
  billing: Billing;
  /** The number of worker processes. With 1, there are none: the main process serves. */
  workers: number;
  logLevel: string;
};

/**
 * Reads the configuration from the given environment. Throws StartupError that names each invalid setting, the reason,
 * and the fix. Values that may be secret are not repeated.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = schema.safeParse(withSecretFiles(env, secretNames));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartupError({
      what: 'The configuration is not valid.',
      why: problems.join('\n'),
      fix: 'Correct or remove these settings; .env.example explains each one.',
    });
  }
  const set = parsed.data;
  const mode = set.NODE_ENV === 'production' ? 'production' : 'try';
  if (mode === 'production' && set.APP_URL === undefined) {
    throw new StartupError({
      what: 'APP_URL is not set.',
      why: 'In production mode (NODE_ENV=production), links in emails and the check for cross-site requests need the public address of Logbook.',
      fix: 'Set it, for example APP_URL=https://logbook.example.org',
    });
  }
  const workers = set.WORKERS === 'auto' ? Math.min(availableParallelism(), maxWorkers) : set.WORKERS;
  const dataDir = resolve(set.DATA_DIR);
  const appUrl = (set.APP_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '');
  return {
    mode,
    port: set.PORT,
    host: set.HOST || (mode === 'try' ? '127.0.0.1' : '0.0.0.0'),
    appUrl,
    https: appUrl.startsWith('https:'),
    appSecret: set.APP_SECRET,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databaseConnections: databaseConnectionsOf(set, workers),
    rolePrefix: set.DATABASE_ROLE_PREFIX,
    objectStorage: objectStorageOf(set),
    backupDir: resolve(set.BACKUP_DIR ?? join(dataDir, 'backups')),
    backupKeep: set.BACKUP_KEEP,
    metricsToken: set.METRICS_TOKEN,
    instanceName: set.INSTANCE_NAME,
    operator: { name: set.OPERATOR_NAME, contact: set.OPERATOR_CONTACT },
    signups: set.SIGNUPS,
    singleSignOn: singleSignOnOf(set),
    passwords: set.PASSWORDS === 'on',
    offlineApp: set.OFFLINE_APP === 'on',
    trustedProxies: set.TRUSTED_PROXIES,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? { name: '', address: `logbook@${mailHost(appUrl)}` },
    mailFeedback: set.MAIL_FEEDBACK,
    mailIn: mailInOf(set, { mode, domain: mailHost(appUrl) }),
    billing: billingOf(set, mode),
    workers,
    // In try-it mode, people read the startup output, not a log.
    logLevel: set.LOG_LEVEL ?? (mode === 'try' ? 'warn' : 'info'),
  };
}

/** The missing settings about the operator that an instance for others should have. */
export function missingOperator({ mode, operator }: Pick<Config, 'mode' | 'operator'>): string[] {
  if (mode === 'try') return [];
  return [
    ...(operator.name === undefined ? ['OPERATOR_NAME'] : []),
    ...(operator.contact === undefined ? ['OPERATOR_CONTACT'] : []),
  ];
}

/** Throws StartupError if the workers cannot share the connections. The default always suffices. */
function databaseConnectionsOf(set: z.infer<typeof schema>, workers: number): number {
  const least = workers * minConnectionsPerWorker;
  const usual = set.DATABASE_URL === undefined ? embeddedConnections : externalConnections;
  const connections = set.DATABASE_CONNECTIONS ?? Math.max(usual, least);
  if (connections < least) {
    throw new StartupError({
      what: `DATABASE_CONNECTIONS=${connections} is too small for ${workers} workers.`,
      why: `Each worker process needs at least ${minConnectionsPerWorker} connections, all together ${least}.`,
      fix: `Set DATABASE_CONNECTIONS to ${least} or more, or start fewer WORKERS.`,
    });
  }
  if (set.DATABASE_URL === undefined && connections > embeddedConnections) {
    throw new StartupError({
      what: `DATABASE_CONNECTIONS=${connections} is too large.`,
      why: `The embedded database has ${embeddedConnections} connections for Logbook.`,
      fix: `Set it to ${embeddedConnections} or less, or remove it.`,
    });
  }
  return connections;
}

/** Any of its four settings selects the object store, and all four are needed. */
function objectStorageOf(set: z.infer<typeof schema>): ObjectStorage | undefined {
  const settings = {
    S3_ENDPOINT: set.S3_ENDPOINT,
    S3_BUCKET: set.S3_BUCKET,
    S3_ACCESS_KEY_ID: set.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: set.S3_SECRET_ACCESS_KEY,
  };
  if (Object.values(settings).every((value) => value === undefined)) return undefined;
  refuseMissing(settings, {
    why: 'Storing files in a bucket needs all four of its settings.',
    fix: 'Set what is missing, or remove the others: files are then stored on disk.',
  });
  return {
    endpoint: settings.S3_ENDPOINT!.replace(/\/+$/, ''),
    bucket: settings.S3_BUCKET!,
    region: set.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID!,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
  };
}

/** Stripe's keys select its driver. Without any, try-it mode simulates payments, and production mode sells nothing. */
function billingOf(set: z.infer<typeof schema>, mode: Config['mode']): Billing {
  const stripe = {
    STRIPE_SECRET_KEY: set.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: set.STRIPE_WEBHOOK_SECRET,
    STRIPE_PRICE_MONTHLY: set.STRIPE_PRICE_MONTHLY,
    STRIPE_PRICE_YEARLY: set.STRIPE_PRICE_YEARLY,
  };
  const given = Object.values(stripe).some((value) => value !== undefined);
  const driver = set.BILLING ?? (given ? 'stripe' : mode === 'try' ? 'test' : 'included');
  if (driver !== 'stripe') return { driver };
  refuseMissing(stripe, {
    why: 'Selling the Team plan with Stripe needs all four of its settings.',
    fix: 'Set what is missing, or choose BILLING=included, which gives everyone the Team plan.',
  });
  return {
    driver,
    secretKey: stripe.STRIPE_SECRET_KEY!,
    webhookSecret: stripe.STRIPE_WEBHOOK_SECRET!,
    prices: { monthly: stripe.STRIPE_PRICE_MONTHLY!, yearly: stripe.STRIPE_PRICE_YEARLY! },
    apiUrl: set.STRIPE_API_URL,
  };
}

// A numeric host is not an email domain.
function mailHost(appUrl: string): string {
  const { hostname } = new URL(appUrl);
  return /[a-z]$/i.test(hostname) ? hostname : 'localhost';
}
