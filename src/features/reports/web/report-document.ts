// Shows, saves and prints a report, which is a complete HTML document without scripts.
import { localDay } from '#platform/clock/wall-time.ts';

/**
 * The report as frames and windows of this page can show it: they inherit its content security policy, which allows the
 * style sheet of reports, but no style attributes. The sheet says the same. Text contains no quotation marks: they are
 * escaped.
 */
function forThisPage(html: string): string {
  return html.replaceAll(/ style="[^"]*"/g, '');
}

/** The report for a frame, in the theme of this page. */
export function forFrame(html: string): string {
  const theme = document.documentElement.dataset['theme'] ?? 'light';
  return forThisPage(html).replace('<html ', `<html data-theme="${theme}" `);
}

/** Downloads a report. The name contains today's local date (R-K5). */
export function downloadReport(name: string, html: string, timezone: string): void {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${localDay(Date.now(), timezone)}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Prints a report from a new window, or from this page if the browser blocks the window (R-K4). */
export function printReport(html: string): void {
  const opened = window.open('', '_blank');
  const shown = forThisPage(html);
  if (!opened) {
    printInPlace(shown);
    return;
  }
  // Unlike innerHTML, this keeps the doctype.
  opened.document.write(shown);
  opened.document.close();
  opened.addEventListener('afterprint', () => opened.close());
  opened.focus();
  opened.print();
}

function printInPlace(html: string): void {
  const frame = document.createElement('iframe');
  // The same origin only lets this page print it. Scripts in it do not run.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.className = 'fixed size-0 border-0';
  frame.ariaHidden = 'true';
  frame.srcdoc = html;
  frame.addEventListener('load', () => {
    const page = frame.contentWindow;
    page?.addEventListener('afterprint', () => frame.remove());
    page?.print();
  });
  document.body.append(frame);
}
