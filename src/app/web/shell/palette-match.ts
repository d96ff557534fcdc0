// Which commands a few typed letters mean. Pure.

type Named = { label: string; words?: string; always?: boolean };

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Those of which every typed word begins a word; those whose name begins with what was typed come first. */
export function matching<Command extends Named>(commands: readonly Command[], typed: string): Command[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label, words = '', always }) => {
    const own = folded(`${label} ${words}`).split(/[\s,.:]+/);
    return always || wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
  const starts = (command: Command) => folded(command.label).startsWith(wanted.join(' '));
  return found.toSorted((a, b) => Number(starts(b)) - Number(starts(a)));
}
