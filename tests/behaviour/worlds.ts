// One list of behaviours for both places that a log can live in: the server, called over HTTP, and the store of a browser
// without a session. Each test gets a person who has nothing yet.
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
  /** The page's own client: throws `Problem`. */
  call: Call<All>;
  userId: string;
};

/** Describes what holds in both worlds; `handlers` are the guest's. */
export function inBothWorlds<All extends Operations>(
  handlers: LocalHandlers<All>,
  behaviours: (world: () => World<All>) => void,
): void {
  describe('on the server', () => {
    let app: TestApp;
    let person: Caller;
    beforeAll(async () => {
      app = await startApp();
    });
    beforeEach(async () => {
      person = await app.signUp();
    });
    afterAll(() => app.close());
    behaviours(() => ({ where: 'server', call: overHttp<All>(person), userId: person.userId }));
  });
  describe('in the browser of a guest', () => {
    beforeEach(clearGuest);
    behaviours(() => ({ where: 'guest', call: inPage(handlers), userId: 'guest' }));
  });
}

function overHttp<All extends Operations>(person: Caller): Call<All> {
  return async (key, input) => {
    const { status, text, json } = await person.call(key, input as CallOptions);
    if (status >= 400) throw problemFrom(status, text);
    return json as never;
  };
}

function inPage<All extends Operations>(handlers: LocalHandlers<All>): Call<All> {
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
