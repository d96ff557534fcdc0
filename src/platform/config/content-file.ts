// Reads our own texts in content/: Markdown files with front matter, lines of `name: value` between two lines of `---`.
// They are read at startup. A mistake prevents the start and names the file.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as z from 'zod';
import { StartupError } from './startup-error.ts';
import { MarkdownError, renderMarkdown, type RunningText } from '../text/markdown.ts';

/** A day as `YYYY-MM-DD`. */
export const day = z.iso.date();

export type ContentFile<FrontMatter> = FrontMatter & RunningText;

/**
 * Reads a file. `values` fill placeholders such as `{instance}` in the body, as Markdown; the file may contain no other
 * placeholders. `options`: what the text may contain. Throws StartupError.
 */
export function readContent<FrontMatter extends z.ZodObject>(
  file: string,
  frontMatter: FrontMatter,
  values: Record<string, string> = {},
  options: Parameters<typeof renderMarkdown>[1] = {},
): ContentFile<z.infer<FrontMatter>> {
  try {
    const { lines, text } = split(readFileSync(file, 'utf8'));
    const parsed = frontMatter.parse(fieldsOf(lines));
    return { ...parsed, ...renderMarkdown(fill(text, values), options) };
  } catch (error) {
    throw new StartupError(
      {
        what: `${relative('.', file)} cannot be shown.`,
        why: reasonOf(error),
        fix: 'CONTRIBUTING.md describes these files.',
      },
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
  return (error as Error).message;
}

function split(source: string): { lines: string[]; text: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replaceAll('\r\n', '\n'));
  if (!match) throw new MarkdownError('It does not begin with front matter between two lines of ---.');
  return { lines: match[1]!.split('\n'), text: match[2]! };
}

function fieldsOf(lines: string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const match = /^([a-z]+): +(\S.*)$/.exec(line.trimEnd());
    if (!match) throw new MarkdownError(`This line is not "name: value": ${line}`);
    const [, name, value] = match as unknown as [string, string, string];
    if (name in fields) throw new MarkdownError(`"${name}" is there twice.`);
    fields[name] = withoutQuotes(value);
  }
  return fields;
}

/** Editors for YAML want quotes around values with a colon. */
const withoutQuotes = (value: string) => /^"(.*)"$/.exec(value)?.[1] ?? value;

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{([a-z]+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new MarkdownError(`${placeholder} is not a known placeholder.`);
    return value;
  });
}
