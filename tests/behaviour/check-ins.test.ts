import { expect, test } from 'vitest';
import { guestCheckIns } from '#features/check-ins/web/guest.ts';
import { newId } from '#platform/clock/id.ts';
import { inBothWorlds } from './worlds.ts';

inBothWorlds(guestCheckIns, (world) => {
  const write = (content: string, more: object = {}) =>
    world().call('POST /api/check_ins', { body: { id: newId(), content, ...more } });

  test('an entry is written once, however often it is sent', async () => {
    const body = { id: newId(), content: ' Shipped it\r\nat last ', emoji: '🚀' as const };
    const first = await world().call('POST /api/check_ins', { body });
    expect(first).toMatchObject({
      id: body.id,
      user_id: world().userId,
      kind: 'entry',
      content: 'Shipped it\nat last',
      emoji: '🚀',
      edited_at: null,
      deleted_at: null,
      file_count: 0,
      missing_files: [],
    });
    expect(Date.parse(first.recorded_at)).toBeCloseTo(Date.now(), -4);
    expect(await world().call('POST /api/check_ins', { body })).toEqual(first);
  });

  test('something else under an id that is taken is refused', async () => {
    const { id } = await write('One thing');
    const other = world().call('POST /api/check_ins', { body: { id, content: 'Another thing' } });
    await expect(other).rejects.toMatchObject({ status: 409, code: 'id_taken' });
  });

  test.each([
    ['content_required', { content: ' \n ' }],
    ['content_too_long', { content: 'x'.repeat(10_001) }],
    ['invalid_date', { content: 'Tomorrow', created_at: new Date(Date.now() + 3_600_000).toISOString() }],
    ['invalid_date', { content: 'Long ago', created_at: '1899-12-31T00:00:00Z' }],
    [
      'too_many_files',
      {
        content: 'Files',
        files: Array.from({ length: 11 }, (_, n) => ({ id: newId(), name: `${n}.txt`, size: 1 })),
      },
    ],
  ])('%s', async (code, more) => {
    await expect(write('', more)).rejects.toMatchObject({ status: 400, code });
  });
});
