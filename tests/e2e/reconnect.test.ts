// A lost live connection is reopened after 1, 2, 5, then every 10 seconds, by the clock of a real browser.
import { entries, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a lost live connection is retried after 1, 2, 5, 10 and 10 seconds until it is back', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/WebSocket/, /could not be read/);
  await person.addCheckIn('The first entry');
  let attempts = 0;
  let reachable = true;
  let disconnect = () => {};
  await page.clock.install();
  await page.routeWebSocket('**/api/live*', (socket) => {
    attempts += 1;
    disconnect = () => void socket.close({ code: 1013 });
    if (reachable) socket.connectToServer();
    else disconnect();
  });
  await openTimeline(page);
  await expect.poll(() => attempts).toBe(1);
  await page.clock.pauseAt(Date.now() + 5000);
  reachable = false;
  disconnect();

  const expectAfter = async (seconds: number) => {
    const before = attempts;
    // The page learns of the failure up to 400 ms after the attempt by its clock, which runs on meanwhile.
    await page.clock.runFor(seconds * 1000 - 500);
    expect(attempts, `not before ${seconds} s`).toBe(before);
    await page.clock.runFor(600);
    await expect.poll(() => attempts, `after ${seconds} s`).toBe(before + 1);
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
