import type { LocalHandler } from '../http/client.ts';
import type { OperationKey } from '../http/operation.ts';

/** What a feature offers guests, whose log is in the browser (R-I1). Its `web/guest.ts` checks it with `satisfies`. */
export type GuestFeature = {
  /** The server's operations on the browser's storage. */
  handlers: { readonly [key: OperationKey]: LocalHandler | undefined };
  /** The operations that count as interactions with the log (R-I2). */
  interactions: readonly OperationKey[];
  /** Loads the code for writing, so that a lost connection cannot lose what the guest writes. */
  prepareWriting?: () => Promise<unknown>;
  /** Loads the rest while there is a connection. */
  prepare: () => Promise<unknown>;
};
