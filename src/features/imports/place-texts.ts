/** Where something is in a file: its path, what it is, its number among those, and its line. */
export const placeTexts = {
  achievement: (path: string, number: number, line: number) => `${path}, achievement ${number}, line ${line}`,
  entry: (path: string, number: number, line: number) => `${path}, entry ${number}, line ${line}`,
  memo: (path: string, number: number, line: number) => `${path}, memo ${number}, line ${line}`,
  /** `list`: as the file names it. */
  item: (path: string, list: string, number: number, line: number) =>
    `${path}, ${list} ${number}, line ${line}`,
  after: (path: string, line: number) => (line === 0 ? path : `${path}, after line ${line}`),
} as const;
