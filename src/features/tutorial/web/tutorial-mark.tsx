import type { Step, StepId } from '../contract.ts';

/** What a step speaks of, as far as it stands on the page. */
const targets: Partial<Record<StepId, string>> = {
  goals: '#tab-goals',
  timeline: '#tab-timeline',
  shoutouts: '#tab-appreciation',
};

/** A quiet mark, the ledger's square tick, beside what the step speaks of. A style finds it whenever it comes. */
export function TutorialMark({ step }: { step: Step }) {
  const target = targets[step.id];
  if (!target) return null;
  return (
    <style>{`:root:not(:has(dialog[open])) ${target} { position: relative }
:root:not(:has(dialog[open])) ${target}::after {
  content: ''; position: absolute; top: 50%; right: -14px; width: 7px; height: 7px; margin-top: -3px;
  background: var(--margin); forced-color-adjust: none;
}`}</style>
  );
}
