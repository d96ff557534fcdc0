/** A line of a terminal that is rewritten, at most five times a second. Without a terminal, nothing is printed. */
export function progressLine(): { show(text: string): void; end(): void } {
  const { stdout } = process;
  let shownAt = 0;
  let shown = false;
  return {
    show(text) {
      if (!stdout.isTTY || performance.now() - shownAt < 200) return;
      shownAt = performance.now();
      shown = true;
      stdout.write(`\r\x1b[K${text}`);
    },
    end() {
      if (shown) stdout.write('\r\x1b[K');
      shown = false;
    },
  };
}

export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
