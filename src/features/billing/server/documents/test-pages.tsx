// The checkout and portal of test mode, without scripts. They take the place of the payment provider's pages (R-H1).
import type { ReactNode } from 'react';
import type { StillPage } from '#platform/http/still-page.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { plans } from '../../constants.ts';
import type { Plan } from '../../contract.ts';
import type { SubscriptionState } from '../../rules.ts';
import { canRenew, type PortalAction } from '../../simulation-rules.ts';
import { brokenTexts, checkoutTexts, portalTexts, priceOf, testMode } from '../../simulation-texts.ts';

/** A page whose form is sent with its token. */
type Form = { token: string };

export function checkoutPage({ token, plan, cancel }: Form & { plan: Plan; cancel: string }): StillPage {
  const main = (
    <Sheet title={checkoutTexts.title} text={checkoutTexts.text}>
      <form method="post" className="mt-5 grid gap-5">
        <input type="hidden" name="session" value={token} />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-button">{checkoutTexts.legend}</legend>
          {plans.map((each) => (
            <label
              key={each}
              className="flex min-h-control items-center gap-3 rounded-control border border-rule-strong px-3.5 text-ui has-checked:border-primary has-checked:bg-primary-wash"
            >
              <input
                type="radio"
                name="plan"
                value={each}
                defaultChecked={each === plan}
                className="accent-primary"
              />
              <span className="grow font-semibold">{checkoutTexts.plans[each]}</span>
              {priceOf(each)}
            </label>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <button type="submit" className={buttonClass('primary')}>
            {checkoutTexts.subscribe}
          </button>
          <a href={cancel} className={buttonClass('outline')}>
            {checkoutTexts.cancel}
          </a>
        </div>
      </form>
    </Sheet>
  );
  return { status: 200, title: checkoutTexts.title, hasForm: true, main };
}

type Portal = Form & {
  /** Undefined: it has ended. */
  state: SubscriptionState | undefined;
  /** `Nov 20, 2026` */
  end: string;
  back: string;
};

export function portalPage({ token, state, end, back }: Portal): StillPage {
  const { title, ended, endedText, simulate, simulateText } = portalTexts;
  const plan = state?.plan ?? 'monthly';
  const other = plan === 'monthly' ? 'yearly' : 'monthly';
  const main = (
    <Sheet
      title={state ? title : ended}
      text={state ? portalTexts.active(checkoutTexts.plans[plan].toLowerCase(), priceOf(plan)) : endedText}
    >
      {state && (
        <form method="post">
          <input type="hidden" name="session" value={token} />
          <p className="text-ui">{state.ends ? portalTexts.ends(end) : portalTexts.renews(end)}</p>
          <Actions actions={[state.ends ? 'resume' : 'cancel', other]} />
          <h2 className="mt-7 text-button">{simulate}</h2>
          <p className="mt-1 text-meta font-normal text-ink-2">{simulateText}</p>
          <Actions actions={!state.ends && canRenew(state) ? ['renew', 'lapse', 'end'] : ['lapse', 'end']} />
        </form>
      )}
      <p className="mt-7">
        <a href={back} className={buttonClass(state ? 'outline' : 'primary')}>
          {portalTexts.back}
        </a>
      </p>
    </Sheet>
  );
  return { status: 200, title: state ? title : ended, hasForm: true, main };
}

function Actions({ actions }: { actions: readonly PortalAction[] }) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {actions.map((action) => (
        <button key={action} type="submit" name="action" value={action} className={buttonClass('outline')}>
          {portalTexts.actions[action]}
        </button>
      ))}
    </div>
  );
}

/** Shown for a link that opens no page: it has expired, was used before, or belongs to another account. */
export function brokenPage(why: 'link' | 'used' | 'account', settings: string): StillPage {
  const { title, text } = brokenTexts[why];
  const main = (
    <EmptyState
      as="h1"
      title={title}
      action={<LinkButton href={settings}>{brokenTexts.settings}</LinkButton>}
    >
      {text}
    </EmptyState>
  );
  return { status: { link: 404, used: 410, account: 403 }[why], title, main };
}

/** The page while the database is unreachable. `href`: this page again. */
export function unavailablePage(href: string): StillPage {
  const { title, text } = brokenTexts.unavailable;
  const main = (
    <EmptyState as="h1" title={title} action={<LinkButton href={href}>{brokenTexts.retry}</LinkButton>}>
      {text}
    </EmptyState>
  );
  return { status: 503, title, main };
}

function LinkButton({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={buttonClass('primary')}>
      {children}
    </a>
  );
}

function Sheet({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="max-w-form">
      <Badge tone="ochre">{testMode}</Badge>
      <h1 className="mt-3 text-title-phone md:text-title">{title}</h1>
      <p className="mt-1 mb-4 text-ui text-ink-2">{text}</p>
      {children}
    </div>
  );
}
