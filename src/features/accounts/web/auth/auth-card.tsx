import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import type { AuthFace } from './auth-view.ts';

type Props = {
  heading: string;
  badge?: AuthFace['badge'];
  tagline: string;
  /** Shown under the form, below a hairline. */
  footer: ReactNode;
  children: ReactNode;
};

/** The card around a form on /auth, styled like the title page of a record book. */
export function AuthCard({ heading, badge, tagline, footer, children }: Props) {
  return (
    <section className="relative rounded-sheet border border-rule bg-sheet pe-5 ps-10 md:pe-8 md:ps-16">
      <div aria-hidden="true" className="absolute inset-y-0 inset-s-6 w-px bg-margin md:inset-s-10">
        <div className="absolute top-11 -inset-s-[3px] size-[7px] bg-margin md:top-14" />
      </div>
      <div className="pt-7 pb-5 md:pt-9">
        {badge && (
          <p className="mb-2">
            <Badge tone={badge.tone}>{badge.text}</Badge>
          </p>
        )}
        <h1 className="text-title-phone max-[23rem]:text-dialog md:text-title">{heading}</h1>
        <p aria-live="polite" className="mt-0.5 text-ui wrap-anywhere text-ink-2">
          {tagline}
        </p>
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-x-1.5 border-t border-rule py-4 text-button font-normal text-ink-2">
        {footer}
      </div>
    </section>
  );
}
