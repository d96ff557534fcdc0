// What both ways of receiving email do with a message: limits before anything is read, the message into a local file, then
// one delivery for each recipient.
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { transactInOneTrip } from '#platform/database/transaction.ts';
import { FileTooLarge, type FileStore } from '#platform/files/store.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { limits } from '../../constants.ts';
import { takeMail } from '../store.ts';
import { MailAddresses } from './mail-addresses.ts';
import { mailReceiver, type Outcome } from './receive-mail.ts';

export type Recipient = { address: string; hash: Buffer };

/** `wait`: the address has had its messages for now. `many`: the network has named too many unknown addresses. */
export type Taken = Recipient | 'unknown' | 'wait' | 'many';

type Parts = { config: Config; pool: pg.Pool; files: FileStore; appSecret: string };

export type AcceptMail = {
  /**
   * Finds the recipient, and counts a message to it. `ip`: of the other server, whose unknown addresses are limited. Undefined
   * for the service of the webhook: it delivers what anyone sends, so one sender would stop the email of all.
   */
  take: (address: string, ip?: string) => Promise<Taken>;
  /** Delivers a message to each recipient. Throws if it must be sent again. `sender`: of the envelope, if it is known. */
  deliver: (
    bytes: AsyncIterable<Uint8Array>,
    recipients: readonly Recipient[],
    sender: string | undefined,
  ) => Promise<Outcome[]>;
};

/** Undefined if the instance receives no email. */
export function acceptMail(parts: Parts): AcceptMail | undefined {
  const { config, pool, files, appSecret } = parts;
  if (!config.mailIn) return undefined;
  const addresses = new MailAddresses(config.mailIn, appSecret);
  const { receive, refuse } = mailReceiver(parts);
  const unknown = new UnknownLimit({ most: 20, within: 10 * 60_000 });
  return {
    async take(address, ip) {
      const hash = addresses.hashIn(address);
      const lookUp = async () => {
        if (hash === undefined) return 'unknown';
        return (await transactInOneTrip(pool, null, (tx) => takeMail(tx, hash, limits.perAddress))).result;
      };
      const looked =
        ip === undefined
          ? { result: await lookUp() }
          : await unknown.look(addressBlock(ip), lookUp, (outcome) => outcome !== 'unknown');
      if ('wait' in looked) return 'many';
      const { result } = looked;
      return result === 'good' ? { address: address.trim().toLowerCase(), hash: hash! } : result;
    },
    async deliver(bytes, recipients, sender) {
      const raw = await files.stage(bytes, limits.message).catch((error: unknown) => {
        if (error instanceof FileTooLarge) return undefined;
        throw error;
      });
      const outcomes: Outcome[] = [];
      if (raw === undefined) {
        for (const { hash } of recipients) outcomes.push(await refuse(hash, 'too-large'));
        return outcomes;
      }
      try {
        for (const recipient of recipients) outcomes.push(await receive({ ...recipient, raw, sender }));
        return outcomes;
      } finally {
        await files.discard(raw);
      }
    },
  };
}
