// A lost live connection is opened again after 1, 2, 5, then 10 seconds, by the clock of a real browser.
import { entries, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('tries come after 1, 2, 5, 10 and 10 seconds, and start over once the server was heard', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/WebSocket/, /could not be read/);
  await person.addCheckIn('The first entry');
  let tries = 0;
  let reachable = true;
  let hangUp = () => {};
  await page.clock.install();
  await page.routeWebSocket('**/api/live', (socket) => {
    tries += 1;
    hangUp = () => void socket.close({ code: 1013 });
    if (reachable) socket.connectToServer();
    else hangUp();
  });
  await openTimeline(page);
  await expect.poll(() => tries).toBe(1);
  await page.clock.pauseAt(Date.now() + 5000);
  reachable = false;
  hangUp();

  const expectAfter = async (seconds: number) => {
    const before = tries;
    await page.clock.runFor(seconds * 1000 - 100);
    expect(tries, `not before ${seconds} s`).toBe(before);
    await page.clock.runFor(200);
    await expect.poll(() => tries, `after ${seconds} s`).toBe(before + 1);
  };
  for (const seconds of [1, 2, 5, 10]) await expectAfter(seconds);

  await person.addCheckIn('Written meanwhile');
  reachable = true;
  await expectAfter(10);
  await expect
    .poll(async () => {
      await page.clock.runFor(200);
      return entries(page).allTextContents();
    })
    .toEqual([expect.stringContaining('Written meanwhile'), expect.stringContaining('The first entry')]);
});
