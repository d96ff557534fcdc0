// The components of a calendar file, one at a time: lines are unfolded and divided into properties (RFC 5545).
import { limits } from '../constants.ts';
import type { Line } from './text.ts';

export type Property = { name: string; params: Record<string, string>; value: string };
/** `line`: where it begins. `parts`: components within it, such as the standard time of a zone. */
export type Component = { name: string; line: number; properties: Property[]; parts: Component[] };
export type Problem = { line: number; why: 'broken_line' | 'line_too_long' | 'ended_early' };

/** Properties that are read. Others, such as attachments, may be large. */
const wanted =
  /^(UID|SUMMARY|DESCRIPTION|DTSTART|DTEND|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|ATTENDEE|CATEGORIES|COMPLETED|CREATED|LAST-MODIFIED|TZID|TZOFFSETTO|TZOFFSETFROM|X-WR-CALNAME|X-WR-TIMEZONE|METHOD|PRODID)$/;
/** Beyond, properties of a component are left out. */
const maxProperties = 2000;

/** Yields each component of the calendar, and the calendar's own properties as components without a name. */
export async function* icsComponents(
  lines: AsyncIterable<Line>,
  report: (problem: Problem) => void,
): AsyncGenerator<Component, void, void> {
  const open: Component[] = [];
  for await (const { text, number, tooLong } of unfolded(lines)) {
    if (text === '') continue;
    if (tooLong && wanted.test(/^[A-Z-]+/i.exec(text)?.[0].toUpperCase() ?? ''))
      report({ line: number, why: 'line_too_long' });
    const property = readProperty(text);
    if (!property) {
      report({ line: number, why: 'broken_line' });
      continue;
    }
    const value = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') {
      if (value !== 'VCALENDAR' && open.length < 10)
        open.push({ name: value, line: number, properties: [], parts: [] });
      continue;
    }
    if (property.name === 'END') {
      if (value === 'VCALENDAR') {
        for (const { line } of open.splice(0)) report({ line, why: 'ended_early' });
        continue;
      }
      const component = open.at(-1);
      if (component?.name !== value) {
        report({ line: number, why: 'broken_line' });
        continue;
      }
      open.pop();
      const parent = open.at(-1);
      if (!parent) yield component;
      else if (parent.parts.length < maxProperties) parent.parts.push(component);
      continue;
    }
    if (!wanted.test(property.name)) continue;
    const component = open.at(-1);
    if (!component) yield { name: '', line: number, properties: [property], parts: [] };
    else if (component.properties.length < maxProperties) component.properties.push(property);
  }
  for (const { line } of open) report({ line, why: 'ended_early' });
}

async function* unfolded(lines: AsyncIterable<Line>): AsyncGenerator<Line, void, void> {
  let current: Line | undefined;
  for await (const line of lines) {
    if (current && /^[ \t]/.test(line.text)) {
      if (current.text.length < limits.line) current.text += line.text.slice(1);
      else current.tooLong = true;
      continue;
    }
    if (current) yield current;
    current = { ...line };
  }
  if (current) yield current;
}

/** `NAME;PARAM=value;PARAM="quoted: value":value`. Undefined if it has another form. */
function readProperty(text: string): Property | undefined {
  const head = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(
    text,
  );
  if (!head) return undefined;
  const params: Record<string, string> = {};
  for (const [, name, quoted, plain] of head[2]!.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^;]*))/g))
    params[name!.toUpperCase()] ??= quoted ?? plain ?? '';
  return { name: head[1]!.toUpperCase(), params, value: text.slice(head[0].length) };
}

/** A text value without its escapes. */
export function textValue(value: string): string {
  return value.replace(/\\([nN\\;,:"])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));
}
