// Pure rules for what another app shares with Logbook, before it is part of a draft (R-N9).
import { limits } from './constants.ts';
import type { FileProblem } from './contract.ts';
import { fileProblem } from './rules.ts';

type Parts = { title: string; text: string; url: string };

/**
 * Title, text and address as one text. Apps repeat themselves: many put the address into the text, or the title in front
 * of it. What another part contains is left out.
 */
export function incomingText({ title, text, url }: Parts): string {
  const parts = [title, text, url].map((part) => part.trim());
  const kept = parts.filter(
    (part, index) =>
      part !== '' &&
      !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)),
  );
  return kept.join('\n');
}

/** The text of a draft with what was shared below it, unless it ends with that already. */
export function withIncoming(content: string, incoming: string): string {
  const before = content.trimEnd();
  if (incoming === '' || before === incoming || before.endsWith(`\n${incoming}`)) return content;
  return before === '' ? incoming : `${before}\n\n${incoming}`;
}

type Candidate = { name: string; size: number; type: string };
export type RefusedFile = { name: string; size: number; problem: FileProblem };

/** Which files can be attached in addition to `already` others, in their order, and why not the others. */
export function sortFiles<File extends Candidate>(
  files: readonly File[],
  already: number,
): { accepted: File[]; refused: RefusedFile[] } {
  const accepted: File[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const problem = fileProblem(file, already + accepted.length);
    if (problem) refused.push({ name: file.name, size: file.size, problem });
    else accepted.push(file);
  }
  return { accepted, refused: refused.slice(0, limits.refusedNames) };
}
