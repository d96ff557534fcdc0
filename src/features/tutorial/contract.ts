/** What a step can wait for. */
export type Need = 'goal' | 'check_in';

export type StepId =
  | 'welcome'
  | 'goals'
  | 'timeline'
  | 'shoutouts'
  | 'share'
  | 'notes'
  | 'authenticity'
  | 'team';

export type Step = {
  id: StepId;
  /** The dashboard tab that the step opens when it is shown. */
  tab?: 'goals' | 'timeline';
  /** The step can be passed once one of these exists. */
  waitsFor?: Need;
};
