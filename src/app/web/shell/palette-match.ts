// Matches palette commands to the user's input. Pure.

type Named = { label: string; keywords?: string; always?: boolean };

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Commands in which each word of the input starts a word of the label or the keywords, and those with `always`. Labels
 * that start with the input come first.
 */
export function matching<Command extends Named>(commands: readonly Command[], input: string): Command[] {
  const terms = fold(input).split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label, keywords = '', always }) => {
    const words = fold(`${label} ${keywords}`).split(/[\s,.:]+/);
    return always || terms.every((term) => words.some((word) => word.startsWith(term)));
  });
  const isPrefixMatch = (command: Command) => fold(command.label).startsWith(terms.join(' '));
  return found.toSorted((a, b) => Number(isPrefixMatch(b)) - Number(isPrefixMatch(a)));
}
