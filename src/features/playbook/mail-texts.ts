// The tips by email, in the order in which they are sent, one a week (R-K2).

export type Tip = {
  subject: string;
  heading: string;
  /** Paragraphs. */
  body: readonly string[];
  /** Words to say or send. Square brackets mark what the reader fills in. */
  script: string;
  /** What to do this week. */
  habit: string;
};

export const tips: readonly Tip[] = [
  {
    subject: 'Three wins before Friday',
    heading: 'Write down three wins before Friday',
    body: [
      'Many people prepare for a raise in the week before they ask. By then they remember the last month and little else, and so does their manager.',
      'So start with memory. A win is anything that is better because you did it: a problem you found, a customer who stayed, a colleague you trained, a decision you made easier. It does not have to be big, and no one has to have praised it.',
      'Write each one as a single line with three parts: what you did, for whom, and what changed. If you know a number, add it. If you do not, write down who would know.',
    ],
    script:
      'I cut the steps for a refund from [nine] to [four]. The support team now closes a case in [minutes instead of hours]. [Name] runs the team and can confirm it.',
    habit:
      'Put fifteen minutes in your calendar for Friday, every week. Ask one question: what is different because I was here?',
  },
  {
    subject: 'From task to result',
    heading: 'Turn what you did into what it changed',
    body: [
      '"Responsible for the monthly report" describes a job. "Cut the monthly report from two days to three hours, so the figures reach the board before its meeting" describes a person worth paying more.',
      'For each line in your log, ask "so what?" until the answer is something your company cares about: money, time, risk, customers, or people who can now do something without you. Two rounds are usually enough.',
      'Do not inflate. If four of you did it, say what your part was. A claim that falls apart under one question costs you the other nine.',
    ],
    script:
      'Before I write this up: I remember that [the change] saved your team about [number] [hours a week]. Does that match what you see? I would rather use your figure than mine.',
    habit: "Take last week's three lines and ask someone who saw the work to check one figure.",
  },
  {
    subject: 'Know the number before you need it',
    heading: 'Know the number before you need it',
    body: [
      'If you ask for "more", the answer is whatever your manager had in mind. Bring a figure and say where it comes from.',
      'Use three kinds of source, because each one is wrong in its own way: published ranges in job ads for the same work in the same place, a pay survey or union scale for your field, and two or three people who do the job. Write down the date and the place of each figure.',
      "In some companies and countries, people may not be used to talking about pay, or a contract may say something about it. Ask about a range, not about a person's own pay: it is easier to answer.",
    ],
    script:
      'I am working out a fair range for my role and you know this market. For [role] with [years] years in [place], would you expect to see [lower figure] to [upper figure], or am I off? I am not asking what you earn.',
    habit:
      'Find three figures for your role and write them down with their sources. Keep the middle one in mind, not the highest.',
  },
  {
    subject: 'Ask what the next level takes',
    heading: 'Ask for the criteria before you ask for the title',
    body: [
      'A promotion is rarely decided in the room where you ask for it. Your manager has to argue for you with people who do not know your work. Your task is to make that argument easy.',
      'So ask early, months before the decision: what does the next level take, who decides, and when? If the answer is vague, offer your own draft and ask what is missing.',
      'Then report against it. Once a month, send two lines on each point. When the decision comes, the case is already written.',
    ],
    script:
      'I would like to work toward [next level]. What would you need to see from me to put me forward, and who else has to agree? I will write down what I understand today and send it to you, so we can correct it together.',
    habit: 'Ask the question in your next one-on-one, and send the summary the same day.',
  },
  {
    subject: 'Say the number, then stop talking',
    heading: 'Say the number, then stop talking',
    body: [
      'The conversation takes ten minutes if you have prepared. Say that you want to talk about your pay when you make the appointment, so no one is surprised. Open with two or three results, name the figure, and wait.',
      'The silence after the number feels long. It is your manager thinking. Do not fill it with a lower figure.',
      'Be honest about the odds. Budgets are often fixed months ahead, and a good case can still get a no. A good case with a date for the next try is worth having anyway.',
    ],
    script:
      'Since [date], I have [first result] and [second result]. For this work the range is [lower figure] to [upper figure]. I would like to move to [figure]. What would it take to do that?',
    habit:
      'Say it aloud three times to someone who will not be nice about it. Change whatever sounds borrowed.',
  },
  {
    subject: 'When the answer is no',
    heading: 'When the answer is no',
    body: [
      'There are three kinds of no. "Not now" is about the budget, "not yet" is about you, and "not here" is about the company. Each needs a different next step, so find out which one you got.',
      'For "not now", agree on a date. For "not yet", agree on what has to be true, in writing. For "not here", thank them, keep your log, and start looking: it is the best evidence you have for the next employer.',
      'If there is no money, other things may be on the table: a title, a training budget, fewer days in the office, a project that leads where you want to go. Take only what you want. A consolation prize you did not ask for is still a no.',
      'This was the last of these emails. The log is yours: keep the Friday appointment, and you will not have to start again next year.',
    ],
    script:
      'Thank you for being direct. So that I understand: is it the budget, my results, or the role? If I [agreed result] by [date], would you support [raise or title]? I will send you a note with what we agreed.',
    habit: 'Send that note within a day. Put the date in both calendars.',
  },
];
