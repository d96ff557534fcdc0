/** What a step may wait for. */
export type Need = 'goal' | 'check_in';

export type StepId = 'welcome' | 'goals' | 'timeline' | 'shoutouts' | 'share' | 'notes' | 'authenticity';

export type Step = {
  id: StepId;
  /** The dashboard's tab that the step opens when it comes up. */
  tab?: 'goals' | 'timeline';
  /** The step goes on once one of these is there. */
  waitsFor?: Need;
};
