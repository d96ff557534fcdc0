import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Scope } from '#platform/reader/scope.ts';
import { cx } from '#ui/cx.ts';
import { useStore } from '#ui/store.ts';
import { dashboardTexts } from '../dashboard-texts.ts';
import { ProofMark } from './proof-marks.tsx';
import { proof, proofId, type ProofPart } from './proof-state.ts';

/** For none, and until the number is known: the mark of a button that opens something. */
const mark = <ChevronDown aria-hidden="true" size={14} className="text-ink-3" />;

const parts: readonly ProofPart[] = ['invitations', 'vouches', 'resume'];

/** On phones: the sections above the tabs as one line of buttons, each of which opens its section below the line. */
export function ProofChips({ scope }: { scope: Scope }) {
  const open = useStore(proof, (state) => state.open);
  return (
    <div
      role="group"
      aria-label={dashboardTexts.proof.label}
      // One row in every font and language: a second one would come or go with the font, and move the page.
      className="flex gap-1.5 py-2 max-[23rem]:gap-1 md:hidden"
    >
      {parts.map((part) => (
        <button
          key={part}
          type="button"
          aria-expanded={open === part}
          aria-controls={proofId(part)}
          onClick={() => proof.set({ open: open === part ? undefined : part })}
          className={cx(
            'inline-flex min-h-11 min-w-0 items-center gap-1.5 rounded-control border px-2 text-meta font-semibold text-ink',
            'max-[23rem]:grow max-[23rem]:justify-center max-[23rem]:gap-0.5 max-[23rem]:px-1',
            open === part ? 'border-rule-strong bg-sunken' : 'border-rule bg-sheet',
          )}
        >
          {/* Long words take a second line, for which a button has room. */}
          <span className="line-clamp-2 text-start wrap-anywhere hyphens-auto">
            {dashboardTexts.proof[part]}
          </span>
          {/* As wide with a number as without, so that nothing moves. */}
          <span className="grid min-w-4.5 place-items-center">
            <ProofMark scope={scope} part={part} otherwise={mark} />
          </span>
        </button>
      ))}
    </div>
  );
}
