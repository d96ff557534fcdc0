// Runs one list of behaviors against both implementations of a log: the server over HTTP, and the guest store in the
// browser. Each test starts with a new user or an empty guest store.
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { guestDatabase } from '#features/guest/web/guest-database.ts';
import { problemFrom, type LocalHandlers, type client } from '#platform/http/client.ts';
import type { Operations } from '#platform/http/operation.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { CallOptions, Caller } from '../support/caller.ts';

type Call<All extends Operations> = ReturnType<typeof client<All>>;

export type World<All extends Operations> = {
  where: 'server' | 'guest';
  /** Like the browser's API client: throws `Problem`. */
  call: Call<All>;
  userId: string;
};

/** Registers `behaviors` for both worlds. `handlers` are the guest's operations. */
export function inBothWorlds<All extends Operations>(
  handlers: LocalHandlers<All>,
  behaviors: (world: () => World<All>) => void,
): void {
  describe('on the server', () => {
    let app: TestApp;
    let user: Caller;
    beforeAll(async () => {
      app = await startApp();
    });
    beforeEach(async () => {
      user = await app.signUp();
    });
    afterAll(() => app.close());
    behaviors(() => ({ where: 'server', call: overHttp<All>(user), userId: user.userId }));
  });
  describe('in the guest store', () => {
    beforeEach(clearGuest);
    behaviors(() => ({ where: 'guest', call: inBrowser(handlers), userId: 'guest' }));
  });
}

function overHttp<All extends Operations>(user: Caller): Call<All> {
  return async (key, input) => {
    const { status, text, json } = await user.call(key, input as CallOptions);
    if (status >= 400) throw problemFrom(status, text);
    return json as never;
  };
}

function inBrowser<All extends Operations>(handlers: LocalHandlers<All>): Call<All> {
  return async (key, input) => {
    const handler = handlers[key];
    if (!handler) throw new Error(`A guest has no ${key}.`);
    return handler(input);
  };
}

async function clearGuest(): Promise<void> {
  const database = await guestDatabase();
  const names = [...database.objectStoreNames];
  const tx = database.transaction(names, 'readwrite');
  await Promise.all([...names.map((name) => tx.objectStore(name).clear()), tx.done]);
}
