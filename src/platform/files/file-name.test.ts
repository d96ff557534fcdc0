import { describe, expect, test } from 'vitest';
import { contentDisposition, displayName, downloadName } from './file-name.ts';

const up = '../';
// Raw name, displayed name.
const hostile: [string, string][] = [
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  [`${up.repeat(40)}x.png`, 'x.png'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
  ['/etc/shadow', 'shadow'],
  ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
  ['\\\\server\\share\\a.doc', 'a.doc'],
  ['a/b\\c/d.txt', 'd.txt'],
  ['folder/', 'folder'],
  ['/', 'file'],
  ['\\', 'file'],
  ['', 'file'],
  [' ', 'file'],
  ['.', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  ['../', 'file'],
  ['..\\..', 'file'],
  ['. . .', 'file'],
  ['\0', 'file'],
  ['a\0b.png', 'ab.png'],
  ['photo.png\0.exe', 'photo.png.exe'],
  ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
  ['a\nb', 'ab'],
  ['a\tb', 'ab'],
  ['\x1b[31mred', '[31mred'],
  ['\x7fdel.txt', 'del.txt'],
  ['\u0085next.txt', 'next.txt'],
  ['a\u2028b\u2029c', 'abc'],
  ['invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['\u202a\u202b\u202c\u202d\u202ea', 'a'],
  ['\u2066a\u2067b\u2068c\u2069', 'abc'],
  ['a\u061cb', 'ab'],
  ['a\u200eb\u200fc', 'abc'],
  ['zero\u200bwidth.txt', 'zerowidth.txt'],
  ['\ufeffmarked.txt', 'marked.txt'],
  ['word\u2060joiner', 'wordjoiner'],
  ['tag\u{e0041}\u{e0042}.txt', 'tag.txt'],
  ['lone\ud800surrogate', 'lonesurrogate'],
  ['replacement\ufffd', 'replacement'],
  ['trailing.txt.', 'trailing.txt'],
  ['trailing.txt...', 'trailing.txt'],
  ['trailing.txt . .', 'trailing.txt'],
  ['  spaces   inside  .txt', 'spaces inside .txt'],
  ['a\u00a0\u2003b', 'a b'],
  ['CON', 'CON'],
  ['nul.txt', 'nul.txt'],
  ['.htaccess', '.htaccess'],
  ['~root', '~root'],
  ['$(touch x).txt', '$(touch x).txt'],
  ['`id`.txt', '`id`.txt'],
  ['a;rm -rf.txt', 'a;rm -rf.txt'],
  ['"quoted".txt', '"quoted".txt'],
  ["it's.txt", "it's.txt"],
  ['<script>alert(1)</script>', 'script>'],
  ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
  ['a%2e%2e%2fb.txt', 'a%2e%2e%2fb.txt'],
  ['%00.txt', '%00.txt'],
  ['a:b*c?d|e.txt', 'a:b*c?d|e.txt'],
  ['file.txt::$DATA', 'file.txt::$DATA'],
  ['-rf', '-rf'],
  ['cafe\u0301.txt', 'café.txt'],
  ['日本語.pdf', '日本語.pdf'],
  ['👩\u200d🚀.png', '👩\u200d🚀.png'],
  ['ملف.pdf', 'ملف.pdf'],
  ['x'.repeat(300), 'x'.repeat(200)],
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  [`${'👍'.repeat(300)}.png`, `${'👍'.repeat(196)}.png`],
  [`a.${'e'.repeat(300)}`, `a.${'e'.repeat(198)}`],
];

describe('a hostile file name', () => {
  test('has at least sixty examples', () => expect(hostile.length).toBeGreaterThanOrEqual(60));

  test.each(hostile)('%j is displayed as %j', (raw, shown) => {
    const name = displayName(raw, 200);
    expect(name).toBe(shown);
    expect(Array.from(name).length).toBeLessThanOrEqual(200);
  });

  test.each(hostile)('%j survives a round trip through the Content-Disposition header', (raw) => {
    const name = displayName(raw, 200);
    const header = contentDisposition('attachment', name);
    expect(header).toMatch(
      /^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/,
    );
    expect(decodeURIComponent(header.split("''")[1]!)).toBe(name);
  });
});

test.each([
  ['photo.jpg', ['jpg', 'jpeg'], 'photo.jpg'],
  ['photo.JPEG', ['jpg', 'jpeg'], 'photo.JPEG'],
  ['invoice.exe', ['txt', 'md'], 'invoice.exe.txt'],
  ['run.bat', ['txt'], 'run.bat.txt'],
  ['notes', ['txt'], 'notes.txt'],
  ['page.html', ['html', 'htm'], 'page.html'],
  ['photo.jpg.html', ['jpg'], 'photo.jpg.html.jpg'],
  ['CON.txt', ['txt'], '_CON.txt'],
  ['com1', ['pdf'], '_com1.pdf'],
  ['.htaccess', ['txt'], '_.htaccess.txt'],
])('%s with content of type %j is downloaded as %s', (name, extensions, offered) => {
  expect(downloadName(name, extensions)).toBe(offered);
});
