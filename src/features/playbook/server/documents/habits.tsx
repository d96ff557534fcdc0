import { texts } from '../../texts.ts';

/** The routines by cadence, as rows with the cadence in the gutter. */
export function Habits() {
  const { intro, routines } = texts.habits;
  return (
    <>
      <p className="max-w-line break-after-avoid text-entry text-ink-2">{intro}</p>
      <div className="mt-4 border-t border-rule">
        {routines.map(({ cadence, time, steps }) => (
          <section
            key={cadence}
            aria-label={cadence}
            className="grid break-inside-avoid gap-x-6 gap-y-2 border-b border-rule py-4 md:grid-cols-[9rem_1fr]"
          >
            <div>
              <h3 className="text-button">{cadence}</h3>
              <p className="text-meta font-normal text-ink-2">{time}</p>
            </div>
            <ul className="grid max-w-line gap-2 text-ui md:border-s md:border-margin md:ps-5">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
