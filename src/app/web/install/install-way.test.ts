import { expect, test } from 'vitest';
import { installWay } from './install-way.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
const chromeOnIphone = iphone.replace('Version/18.5', 'CriOS/141.0');
const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36';

test.each([
  ['an iPhone', iphone, 5, 'ios'],
  ['an iPad, which says that it is a Mac', mac, 5, 'ios'],
  ['a Mac', mac, 0, undefined],
  ['another browser on an iPhone', chromeOnIphone, 5, undefined],
  ['Android without an offer', android, 5, undefined],
])('%s installs the app by %s', (_, userAgent, maxTouchPoints, way) => {
  const browser = { userAgent, maxTouchPoints, isInstalled: false, hasOffer: false };
  expect(installWay(browser)).toBe(way);
  expect(installWay({ ...browser, hasOffer: true })).toBe('offer');
  expect(installWay({ ...browser, hasOffer: true, isInstalled: true })).toBeUndefined();
});
