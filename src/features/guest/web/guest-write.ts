// Write transactions on the guest store, and their refusals.
import { begin, notFound, problemOf, refusal, stores, type GuestWrite } from './guest-transaction.ts';

/** Runs a write transaction. If `work` throws, its writes are rolled back. Rethrows a `Problem` as is. */
export async function writeGuest<Result>(work: (tx: GuestWrite) => Promise<Result>): Promise<Result> {
  const tx = await begin((database) => database.transaction(stores, 'readwrite')).catch(
    (error: unknown): never => {
      throw problemOf(error);
    },
  );
  try {
    const result = await work(tx);
    await tx.done;
    return result;
  } catch (error) {
    // A full store aborts the transaction, and only the transaction has the reason.
    const reason = await abort(tx);
    throw problemOf(isAbort(error) ? reason : error);
  }
}

/** Aborts the transaction and returns the reason it ended. */
async function abort(tx: GuestWrite): Promise<unknown> {
  try {
    tx.abort();
  } catch {
    // It has already ended.
  }
  return tx.done.catch((reason: unknown) => tx.error ?? reason);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Makes the function that returns what a feature's rules decided, and throws what they refused. `statuses` and `texts`
 * are those of the feature's refusals.
 */
export function acceptedBy<Code extends string>(
  statuses: Record<Code, number>,
  texts: Record<Code, { title: string; detail?: string }>,
) {
  return <Decided extends object>(decided: Decided | Code | 'not_found'): Decided => {
    if (typeof decided === 'object') return decided;
    throw decided === 'not_found' ? notFound() : refusal(statuses[decided], decided, texts[decided]);
  };
}
