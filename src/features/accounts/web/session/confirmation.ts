// Asks the user to confirm who uses the session, when the server wants to know before a change (R-Q2).
import { hasCode } from '#platform/http/client.ts';
import { createStore } from '#ui/store.ts';

/** `settle` is set while the user is asked. The dialog calls it, with whether the user confirmed. */
export const confirmation = createStore<{ settle?: ((confirmed: boolean) => void) | undefined }>({});

/** Runs the work; if the server first wants a confirmation, asks for it and runs the work again. */
export async function withConfirmation<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, 'confirmation_needed') || !(await ask())) throw error;
    return work();
  }
}

function ask(): Promise<boolean> {
  confirmation.get().settle?.(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  confirmation.set({
    settle(confirmed) {
      confirmation.set({ settle: undefined });
      resolve(confirmed);
    },
  });
  return promise;
}
