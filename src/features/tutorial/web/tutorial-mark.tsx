import type { Step, StepId } from '../contract.ts';

/** What a step speaks of, as far as it stands on the page. The style sheet knows the same names (src/ui/base.css). */
const marked: readonly StepId[] = ['goals', 'timeline', 'shoutouts'];

/** A quiet mark, the ledger's square tick, beside the tab that the step speaks of. */
export function TutorialMark({ step }: { step: Step }) {
  return marked.includes(step.id) ? <span hidden data-mark-tab={step.id} /> : null;
}
