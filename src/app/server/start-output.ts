// Startup messages for the operator.
import { missingOperator, type Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { hasMailbox } from '#platform/mail/mailer.ts';
import { list, number, plural } from '#platform/text/language.ts';
import { mailboxPath } from './mailbox-page.tsx';

export function banner(config: Config, database: string, version: string): string {
  const mode =
    config.mode === 'try'
      ? 'try-it mode (set NODE_ENV=production for production mode)'
      : 'production mode (NODE_ENV=production)';
  const rows: [string, string][] = [
    ['open', config.appUrl],
    ['mode', mode],
    ['listens on', `${config.host}:${config.port}`],
    ['data', config.dataDir],
    ['database', database],
    ['files', filesLine(config)],
    ['API', `${config.appUrl}/api/docs`],
    ['mail', mailLine(config)],
    ['Team plan', planLines[config.billing.driver]],
    ['sign-ups', config.signups === 'open' ? 'open' : 'closed, except for invited people'],
    ...(config.singleSignOn ? [['sign-in', signInLine(config)] as [string, string]] : []),
    [
      'processes',
      plural(config.workers, { one: 'one (WORKERS)', other: `${number(config.workers)} workers` }),
    ],
    ['backups', backupLine(config)],
    ['metrics', config.metricsToken === undefined ? 'off (METRICS_TOKEN)' : `${config.appUrl}/metrics`],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(13)}${value}`);
  return `\n${config.instanceName} ${version} is running.\n\n${lines.join('\n')}\n\n${hint(config)}  Stop it with Ctrl+C.\n`;
}

function signInLine({ singleSignOn, passwords }: Config): string {
  return `with ${singleSignOn!.name} (${singleSignOn!.issuer})${passwords ? '' : ', without passwords'}`;
}

/** What the operator of an instance for others should know at each start. */
export function warnings({ mode, operator }: Config): string[] {
  const missing = missingOperator({ mode, operator });
  if (missing.length === 0) return [];
  const [names, why] = [
    list(missing),
    'the privacy policy does not say who runs this Logbook, or how to reach them. .env.example describes them.',
  ];
  return [
    plural(missing.length, {
      one: `Warning: ${names} is not set: ${why}`,
      other: `Warning: ${names} are not set: ${why}`,
    }),
  ];
}

const planLines: Record<Config['billing']['driver'], string> = {
  stripe: 'sold by Stripe',
  test: 'in test mode: no card is charged',
  included: 'included for everyone',
};

function hint({ mode }: Config): string {
  if (mode === 'try') return '  To run it for others, see docs/self-hosting.md.\n';
  return '  "npm run doctor" checks this installation; docs/self-hosting.md explains how to run it.\n';
}

function backupLine({ backupKeep, backupDir }: Config): string {
  return backupKeep === 0 ? 'off (BACKUP_KEEP=0)' : `daily, the last ${backupKeep} in ${backupDir}`;
}

function filesLine({ objectStorage }: Config): string {
  if (!objectStorage) return 'on disk, in the data folder';
  return `in the bucket ${objectStorage.bucket} at ${new URL(objectStorage.endpoint).host}`;
}

function mailLine(config: Config): string {
  if (hasMailbox(config)) return `kept, not sent: ${config.appUrl}${mailboxPath}`;
  if (config.smtpUrl === undefined) return 'held until SMTP_URL is set: nothing is sent, nothing is lost';
  return `via ${new URL(config.smtpUrl).host}, from ${config.mailFrom.address}`;
}

/** The port is reserved, or HOST is not an address, or not one of this machine. */
const cannotListen = new Set(['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

export function explainListenError(error: NodeJS.ErrnoException, config: Config): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError({
      what: `Port ${config.port} is taken.`,
      why: `Another program is listening on ${config.host}:${config.port}.`,
      fix: `Stop it, or choose another port: PORT=${config.port + 1} npm start`,
    });
  }
  if (cannotListen.has(error.code ?? '')) {
    return new StartupError({
      what: `Logbook cannot listen on ${config.host}:${config.port}.`,
      why: error.message,
      fix: 'Choose a PORT above 1023 and a HOST address of this machine.',
    });
  }
  return error;
}
