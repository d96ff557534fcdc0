// Listens for email next to the HTTP server, if MAIL_IN_PORT is set.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import type { FileStore } from '#platform/files/store.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  files: FileStore;
  appSecret: string;
  log: FastifyBaseLogger;
  reusePort: boolean;
};

/** Undefined if nothing listens. Throws StartupError if it cannot listen. */
export async function receiveMail({ log, reusePort, ...parts }: Parts) {
  const { mailIn } = parts.config;
  if (!mailIn?.smtp) return undefined;
  // Loaded only where email arrives.
  const [{ acceptMail }, { listenForMail }] = await Promise.all([
    import('#features/mail-in/server/operations/accept-message.ts'),
    import('#features/mail-in/server/operations/mail-listener.ts'),
  ]);
  const { smtp } = mailIn;
  return listenForMail({ mailIn: { ...mailIn, smtp }, accept: acceptMail(parts)!, log, reusePort }).catch(
    (error: NodeJS.ErrnoException) => {
      throw explainMailError(error, smtp.port);
    },
  );
}

/** The reason in the operator's words. */
export function explainMailError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
    return new StartupError({
      what: `Port ${port} for inbound email cannot be used.`,
      why:
        error.code === 'EACCES'
          ? 'Ports below 1024 are reserved for root.'
          : 'Another program is using it, perhaps a mail server of this machine.',
      fix: 'Set MAIL_IN_PORT to another port, such as 2525, and forward port 25 to it.',
    });
  if (error.code === 'ENOENT')
    return new StartupError({
      what: 'The certificate for inbound email cannot be read.',
      why: error.message,
      fix: 'Correct MAIL_IN_CERT and MAIL_IN_KEY, or remove both to receive email without encryption.',
    });
  return error;
}
