import type { Step, StepId } from '../contract.ts';

/** Steps about a tab on the page. The style sheet uses the same names (src/ui/base.css). */
const marked: readonly StepId[] = ['goals', 'timeline', 'shoutouts', 'team'];

/** A subtle mark, the ledger's square tick, next to the tab that the step is about. */
export function TutorialMark({ step }: { step: Step }) {
  return marked.includes(step.id) ? <span hidden data-mark-tab={step.id} /> : null;
}
