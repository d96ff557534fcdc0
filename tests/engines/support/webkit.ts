// Drives Debian's WebKitGTK MiniBrowser over WebDriver, on a virtual display.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { vi } from 'vitest';
import { freePort } from '../../support/free-port.ts';
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

/** Opens a driver session, which starts a browser with its own temporary storage. */
async function openProfile(url: string) {
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    })
    .build();
  await driver.manage().setTimeouts({ script: 10_000, pageLoad: 30_000 });
  let hasFirstWindow = false;
  return {
    async openWindow() {
      if (hasFirstWindow) await driver.switchTo().newWindow('window');
      hasFirstWindow = true;
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
    return driver.executeScript<Found>(`return (${findInPage.toString()})(...arguments);`, query, purpose);
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

/** The path of the browser, in a library folder named after the CPU architecture. */
function miniBrowser(): string {
  const found = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find(existsSync);
  if (!found) throw new Error('MiniBrowser is missing: install webkit2gtk-driver.');
  return found;
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
