// The scripts of the playbook. Square brackets mark what the reader fills in.

export type Script = {
  /** When to use it. */
  title: string;
  /** What to say or write. Blank lines separate paragraphs. */
  words: string;
};

export type ScriptTab = {
  id: string;
  /** Its wording is fixed (docs/compatibility.md). */
  label: string;
  intro: string;
  scripts: readonly Script[];
};

export const scriptTabs: readonly ScriptTab[] = [
  {
    id: 'raise',
    label: 'Raise Request',
    intro:
      'For more pay in the job that you have. Say beforehand what the meeting is about: a surprised manager protects the budget first.',
    scripts: [
      {
        title: 'To get the meeting',
        words:
          'Hi [name], I would like to talk about my pay before [the budget round]. Could we take 30 minutes on [day]? I will bring a page with results and a figure, so you have something to work with.',
      },
      {
        title: 'In the meeting',
        words: `Thank you for taking the time. Since [date], three things have changed because of my work: [first result, with a number], [second result], and [third result]. [Name] and [name] can tell you more about the first two.

For this work, I see [lower figure] to [upper figure] in [place], from [source] and [source]. I would like to move to [figure]. What would it take to do that?`,
      },
      {
        title: 'The day after',
        words:
          'Thank you for yesterday. As I understood it: you will [take the case to name] by [date], and I will [send the figures for result]. I will ask again on [date]. Please correct me if I got something wrong.',
      },
    ],
  },
  {
    id: 'promotion',
    label: 'Promotion',
    intro:
      'For the next level. Begin months before the decision: others will have to agree, and they only know what your manager can tell them.',
    scripts: [
      {
        title: 'To learn what it takes',
        words:
          'I would like to work toward [next level]. What would you need to see from me to put me forward, who else has to agree, and when is it decided? I will write down what I understand today and send it to you.',
      },
      {
        title: 'When the decision is near',
        words: `In [month], we agreed on what [next level] takes. Here is where I stand.

[First criterion]: [result, with a number], confirmed by [name].
[Second criterion]: [result], since [month].
[Third criterion]: [what is done], and [what is open] by [date].

I believe that I am doing this job already. Will you put me forward in [round]? If not, which of these is not convincing yet?`,
      },
      {
        title: 'To someone who will be asked about you',
        words:
          'Hi [name], [manager] may ask you about our work on [project]. What I remember most is [what changed]. If you see it the same way, would you say so, in your own words? And if you see it differently, please tell me first: I would like to know.',
      },
    ],
  },
  {
    id: 'scope',
    label: 'Scope Increase',
    intro:
      'For a bigger role, or for the one that has grown around you. Ask for the conditions with the work, not after it: a year later, it counts as your job.',
    scripts: [
      {
        title: 'To ask for more responsibility',
        words:
          'I have an idea for [problem], which costs us [time, money or customers] every [month]. I would like to own it until [date]: I need [time or people], and I would hand over [task] to [name]. If [result] is reached, I would like to talk about [title or pay]. What do you think?',
      },
      {
        title: 'When you are given more',
        words: `Thank you for trusting me with [task]. I want to do it well, so let me say what it takes.

It is about [hours] a week. To make room, I would stop [task] or move it to [date]. It also goes beyond my role as it is written. Could we agree that we look at title and pay on [date], with [result] as the measure?`,
      },
      {
        title: 'When the job has grown already',
        words: `Since [date], I have taken over [first task], [second task] and [third task], on top of what I was hired for. I like the work. My title and pay still describe the job of [year].

I see two ways: we adjust [title or pay] to [what you want] by [date], or we decide together what I hand back. Which one is realistic?`,
      },
    ],
  },
];
