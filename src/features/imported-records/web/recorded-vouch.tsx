import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { longWord } from '#ui/long-word.ts';
import type { ImportedRecord } from '../contract.ts';
import { shownVouch } from '../rules.ts';
import { recordTexts as texts } from '../texts.ts';

/** The text of a vouch of another instance, without the seal of those that this one has verified. */
export function RecordedVouch({ row }: { row: ImportedRecord }) {
  const { project, reference, referenceName, context, contribution, statement } = shownVouch(row.record);
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <p className="text-meta wrap-anywhere text-ink-2">
        <bdi>{reference}</bdi>
      </p>
      {statement && (
        <figure className="mt-2">
          <figcaption className="text-meta font-semibold wrap-anywhere text-ink-2">
            <bdi>{texts.statementBy(referenceName)}</bdi>
          </figcaption>
          <Text text={statement} />
        </figure>
      )}
      <div id={id} className="mt-2 grid gap-2">
        {open && (
          <>
            <Titled title={texts.context} text={context} />
            <Titled title={texts.contribution} text={contribution} />
          </>
        )}
      </div>
      <Button
        variant="quiet"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${open ? texts.hideDetails : texts.showDetails}: ${project}`}
        className="-ms-3.5 print:hidden"
        onClick={() => setOpen(!open)}
      >
        {open ? texts.hideDetails : texts.showDetails}
      </Button>
    </>
  );
}

function Titled({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <div>
      <h5 className="text-meta font-semibold text-ink-2">{title}</h5>
      <Text text={text} />
    </div>
  );
}

function Text({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      data-long-word={longWord(text)}
      className="max-w-serif-line font-serif text-slip wrap-anywhere whitespace-pre-wrap bidi-plain"
    >
      {text}
    </p>
  );
}
