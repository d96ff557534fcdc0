// Draws the icons of the installed app from the favicon's ledger mark. Run `node scripts/icons.ts` after changing the mark.
// A maskable icon fills its square, because the system crops it to its own shape.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { light } from '../src/platform/colors/colors.ts';

const folder = join(import.meta.dirname, '../src/app/web/public');
const icons = join(folder, 'icons');

const mark = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(join(folder, 'favicon.svg'), 'utf8'))?.[1];
if (!mark) throw new Error('favicon.svg contains no svg element.');

const square = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32">${content}</svg>`;
const plain = square(mark);
// Every crop keeps the middle four fifths of the width.
const maskable = square(
  `<path fill="${light.paper}" d="M0 0h32v32H0z"/><g transform="translate(16 16) scale(.62) translate(-16 -16)">${mark}</g>`,
);

mkdirSync(icons, { recursive: true });
for (const size of [192, 512]) {
  for (const [name, svg] of [
    ['icon', plain],
    ['maskable', maskable],
  ] as const) {
    await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(icons, `${name}-${size}.png`));
  }
}
