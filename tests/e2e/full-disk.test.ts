// How the page handles a full disk of the server. src/platform/http/full-disk.test.ts tests the server's response.
import { common } from '#platform/http/problem.ts';
import { entry, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a full disk shows its error, and the entry stays in the dialog until it can be saved', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/507 POST \/api\/check_ins/, /console: /);
  const { status, title } = common.disk_full;
  await page.route('**/api/check_ins', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, json: { status, title, code: 'disk_full' } })
      : route.continue(),
  );
  await person.addCheckIn('An entry');
  await page.goto('/');
  await entry(page, 'An entry').waitFor();
  const dialog = await write(page, { content: 'Written on a full disk' });
  await dialog.getByRole('button', { name: 'Save Check-in' }).click();
  await expect(page.getByText('Failed to save check-in. Please try again.')).toBeVisible();
  await expect(page.getByText(title)).toBeVisible();
  await expect(dialog.getByRole('textbox').first()).toHaveValue('Written on a full disk');

  await page.unroute('**/api/check_ins');
  await dialog.getByRole('button', { name: 'Save Check-in' }).click();
  await expect(entry(page, 'Written on a full disk')).toHaveCount(1);
});
