import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { localSuggestions } from '#features/suggestions/web/local-store.ts';
import { suggestionsForGuests } from '#features/suggestions/web/guest.ts';
import { handleLocally } from '#platform/http/client.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { InboxAddition } from './add-to-inbox.ts';

test('everything that was added is taken back, whatever the ids at the source are', async () => {
  stubLocalStorage();
  handleLocally(suggestionsForGuests.handlers, () => undefined);
  const inbox = new InboxAddition('guest');
  const ids = ['1', 'two  spaces', 'cafe\u0301', 'x'.repeat(300)];
  await inbox.add(
    ids.map((sourceId) => ({
      ...{ source: 'csv' as const, sourceId, at: '2026-03-04T05:06:07Z', text: `Row ${sourceId}`, files: [] },
    })),
  );
  expect(inbox.result.added).toBe(ids.length);
  await inbox.undo();
  expect(await localSuggestions('guest')).toEqual([]);
});
