// A database in the browser, in IndexedDB, that all tabs share.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/**
 * `open` opens it once per page, and rejects if the browser blocks storage for this site. `reopen` opens it after the
 * browser closed the connection, as phones do for background pages. One upgrade per version: a released one never changes.
 */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  upgrades: readonly ((database: IDBPDatabase<Schema>) => void)[],
) {
  let connection: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    connection = undefined;
  };

  // Async, because it throws where the browser has no IndexedDB.
  const connect = async () =>
    openDB<Schema>(name, upgrades.length, {
      upgrade(database, oldVersion) {
        for (const upgrade of upgrades.slice(oldVersion)) upgrade(database);
      },
      // A tab with a newer version of the page waits for this connection to close. The next call reopens it.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });

  function open(): Promise<IDBPDatabase<Schema>> {
    connection ??= connect().catch((error: unknown) => {
      forget();
      throw error;
    });
    return connection;
  }

  function reopen(): Promise<IDBPDatabase<Schema>> {
    forget();
    return open();
  }

  return { open, reopen };
}
