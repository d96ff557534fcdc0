// WebKitGTK's MiniBrowser, as Debian packages it, over WebDriver, on a virtual display.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { freePort } from '../../e2e/support/logbook-process.ts';
import type { BrowserWindow, Engine } from './engine.ts';
import { findInPage, type PageQuery, type Purpose } from './find.ts';

const viewport = { width: 1280, height: 900 };

export async function startWebKit(): Promise<Engine> {
  const screen = `${viewport.width}x${viewport.height}x24`;
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const [number] = (await once(createInterface(display.stdio[3] as Readable), 'line')) as [string];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${number}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // WebKit's sandbox refuses to run as root.
      ...(getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => (await fetch(`${url}/status`)).json(), { timeout: 20_000, interval: 50 });
  return {
    openProfile: () => openProfile(url),
    async close() {
      await stop(driver);
      await stop(display);
    },
  };
}

/** A session of the driver starts a browser that keeps nothing after its end. */
async function openProfile(url: string) {
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    })
    .build();
  await driver.manage().setTimeouts({ script: 10_000, pageLoad: 30_000 });
  let hasFirst = false;
  return {
    async openWindow() {
      if (hasFirst) await driver.switchTo().newWindow('window');
      hasFirst = true;
      await driver.manage().window().setRect(viewport);
      return windowOf(driver, await driver.getWindowHandle());
    },
    close: () => driver.quit(),
  };
}

function windowOf(driver: WebDriver, handle: string): BrowserWindow {
  const select = () => driver.switchTo().window(handle);

  async function find<Found>(query: PageQuery, purpose: Purpose): Promise<Found> {
    await select();
    return driver.executeAsyncScript<Found>(
      `const [query, purpose, done] = arguments; (${findInPage.toString()})(query, purpose).then(done, () => done(null));`,
      query,
      purpose,
    );
  }

  async function act(
    query: PageQuery,
    purpose: Purpose,
    action: (element: WebElement) => Promise<void>,
  ): Promise<boolean> {
    const element = await find<WebElement | null>(query, purpose);
    if (element) await action(element);
    return element !== null;
  }
  return {
    async goto(url) {
      await select();
      await driver.get(url);
    },
    async reload() {
      await select();
      await driver.navigate().refresh();
    },
    async evaluate(expression) {
      await select();
      return driver.executeAsyncScript(
        `const done = arguments[0]; Promise.resolve(${expression}).then(done, () => done(null));`,
      );
    },
    count: async (query) => (await find<number | null>(query, 'count')) ?? 0,
    click: (query) => act(query, 'click', (element) => element.click()),
    fill: (query, text) =>
      act(query, 'fill', async (element) => {
        await element.clear();
        await element.sendKeys(text);
      }),
    upload: (query, paths) => act(query, 'upload', (element) => element.sendKeys(paths.join('\n'))),
    async pressEscape() {
      await select();
      await driver.actions().sendKeys(Key.ESCAPE).perform();
    },
    async screenshot() {
      await select();
      return Buffer.from(await driver.takeScreenshot(), 'base64');
    },
  };
}

/** The browser lies in the folder of the library, whose name has the processor in it. */
function miniBrowser(): string {
  const found = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find(existsSync);
  if (!found) throw new Error('There is no MiniBrowser: install webkit2gtk-driver.');
  return found;
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
