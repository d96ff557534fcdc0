// Files that are dragged, dropped and pasted, as the browser tells the page of them.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fixture } from './screen.ts';

type Sent = { name: string; mimeType: string; base64: string };
type DragStep = 'dragenter' | 'dragover' | 'drop';

function sent(names: string[], mimeType: string, called?: string): Sent[] {
  return names.map((name) => ({
    name: called ?? name,
    mimeType,
    base64: readFileSync(fixture(name)).toString('base64'),
  }));
}

/** Drags real files over the page, and drops them unless told otherwise. */
export async function dragFiles(page: Page, names: string[], steps: DragStep[]): Promise<void> {
  const files = sent(names, 'image/png');
  await page.evaluate(
    ({ files, steps }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const under = document.elementFromPoint(200, 200) ?? document.body;
      for (const step of steps) {
        under.dispatchEvent(new DragEvent(step, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    { files, steps },
  );
}

export const dropFiles = (page: Page, names: string[]) =>
  dragFiles(page, names, ['dragenter', 'dragover', 'drop']);

/** Pastes a picture, and text where a program puts it beside; answers whether the page let the browser paste as well. */
export async function pastePicture(page: Page, text?: string): Promise<boolean> {
  const files = sent(['photo.png'], 'image/png', 'image.png');
  return page.evaluate(
    ({ files, text }) => {
      const clipboardData = new DataTransfer();
      for (const { name, mimeType, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        clipboardData.items.add(new File([bytes], name, { type: mimeType }));
      }
      if (text !== undefined) clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return (document.activeElement ?? document.body).dispatchEvent(event);
    },
    { files, text },
  );
}

export const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

const rate = 8000;

/** A recording of one second: a tone, as 16-bit samples of one channel. */
export function sound(name: string) {
  const samples = Buffer.alloc(rate * 2);
  for (let at = 0; at < rate; at++)
    samples.writeInt16LE(Math.round(8000 * Math.sin((at * 440 * 2 * Math.PI) / rate)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([head, samples]) };
}
