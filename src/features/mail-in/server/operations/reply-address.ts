import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { addressIdOf } from '../store.ts';
import { MailAddresses } from './mail-addresses.ts';

/** For emails that can be answered, written by jobs: a user's private address. Null: the user has none. */
export function replyAddresses({ mailIn }: Pick<Config, 'mailIn'>, appSecret: string) {
  const addresses = mailIn && new MailAddresses(mailIn, appSecret);
  return async (tx: Tx, userId: string): Promise<string | null> => {
    const id = addresses && (await addressIdOf(tx, userId));
    return addresses && id ? addresses.addressFor(userId, id).email : null;
  };
}
