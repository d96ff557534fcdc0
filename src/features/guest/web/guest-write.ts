// One change of the guest's store: whole or not at all.
import { begin, problemOf, stores, type GuestWrite } from './guest-transaction.ts';

/** Writes. Whatever `work` throws takes back what it wrote; a `Problem` goes to the caller as it is. */
export async function writeGuest<Answer>(work: (tx: GuestWrite) => Promise<Answer>): Promise<Answer> {
  const tx = await begin((database) => database.transaction(stores, 'readwrite')).catch(
    (error: unknown): never => {
      throw problemOf(error);
    },
  );
  try {
    const answer = await work(tx);
    await tx.done;
    return answer;
  } catch (error) {
    // A store that is full ends the transaction by itself, and tells why there alone.
    const done = await ended(tx);
    throw problemOf(isAbort(error) ? done : error);
  }
}

async function ended(tx: GuestWrite): Promise<unknown> {
  try {
    tx.abort();
  } catch {
    // It has ended already.
  }
  return tx.done.catch((reason: unknown) => tx.error ?? reason);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
