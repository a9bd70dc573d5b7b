/** Why a request was denied: the verdict, the evidence, and the fix. The record is in a collapsed section. */
import { DayChart } from '../../../web/ui/components/day-chart.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { MailLink } from '../../../web/ui/components/mail-link.tsx'
import { EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { inSentence, isolate } from '../../../web/ui/texts/format/words.ts'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { ExplainDifference, ExplainLead } from './explain-difference-view.tsx'
import type { ExplainRepeats, ExplanationDetails } from './explain-props.ts'
import { ExplainRecord, ticketOf } from './explain-record-view.tsx'
import { type FirstHits, FirstMatches } from './search-view.tsx'

export interface ExplainProps extends Framed {
  readonly requestId: string
  readonly found?: ExplanationDetails | undefined
  /** Requests whose IDs have the same beginning as the requested ID, if that ID does not exist. */
  readonly near?: FirstHits
}

export function Explain({ frame, requestId, found, near }: ExplainProps, { view }: HasView): VNode {
  const t = view.t.operations.explain
  const [section, label] = frame.mayLook
    ? (['activity', view.t.operations.activity.title] as const)
    : (['users', view.t.users.title] as const)
  const crumbs = [{ label, href: `${frame.root}/${section}` }]
  if (found === undefined)
    return (
      <AdminPage section={section} title={t.title({ id: requestId })} crumbs={crumbs}>
        <EmptyState icon="search" title={t.unknown} text={t.unknownHint} />
        {near === undefined || near.hits.length === 0 ? null : (
          <Section id="near" title={view.t.admin.search.near}>
            <ul class="sso-hits">
              {near.hits.map(({ label, href }) => (
                <li>
                  <Link href={href}>
                    <code dir="ltr">{label}</code>
                  </Link>
                </li>
              ))}
            </ul>
            <FirstMatches count={near.first} />
          </Section>
        )}
      </AdminPage>
    )
  const verdict = verdictOf(found, view)
  const ticket = ticketOf(requestId, found, verdict, view)
  return (
    <AdminPage
      section={section}
      title={verdict}
      crumbs={[...crumbs, { label: t.title({ id: requestId }), href: `${frame.root}/explain/${requestId}` }]}
      lead={<ExplainLead found={found} />}
    >
      <div class="sso-row">
        <ButtonLink look="primary" href={found.addHref}>
          {t.add({ client: isolate(found.app?.name ?? '') })}
        </ButtonLink>
        <ButtonLink look="primary" href={found.signIn?.who?.href}>
          {t.openUser({ user: isolate(found.signIn?.who?.name ?? '') })}
        </ButtonLink>
        {found.ownerEmail === undefined || found.ownerEmail === '' ? null : (
          <MailLink to={found.ownerEmail} subject={verdict} body={ticket} class="sso-button sso-button-secondary">
            {t.send({ owner: isolate(found.ownerEmail) })}
          </MailLink>
        )}
      </div>
      <ExplainDifference found={found} />
      <div class="sso-columns">
        {found.progress === undefined ? null : <Progress steps={found.progress} />}
        {found.repeats === undefined ? null : <Repeats repeats={found.repeats} />}
      </div>
      <ExplainRecord requestId={requestId} found={found} ticket={ticket} />
    </AdminPage>
  )
}

function verdictOf({ signIn, app, cause, error, status }: ExplanationDetails, { t }: HasView['view']): string {
  const { explain } = t.operations
  if (signIn !== undefined) {
    const { reason, who } = signIn
    return who === undefined || reason === 'unknown_name'
      ? explain.signIn[reason]
      : explain.signInOf[reason]({ user: isolate(who.name) })
  }
  const what = cause ?? error ?? explain.refused({ status: String(status) })
  return app === undefined ? what : explain.verdict({ app: isolate(app.name), what: inSentence(what) })
}

function Repeats({ repeats: { days } }: { repeats: ExplainRepeats }, { view }: HasView): VNode {
  const t = view.t.operations.explain
  return (
    <DayChart
      id="repeats"
      title={t.repeats}
      description={t.repeatsHint}
      series={[{ label: view.t.admin.result.refused, kind: 'refused' }]}
      days={days.map(({ day, count, href }) => ({ day, values: [count], href }))}
    />
  )
}

/** The steps of a request in order, up to the last one reached. The text conveys the same meaning as the colors. */
function Progress({ steps }: { steps: NonNullable<ExplanationDetails['progress']> }, { view }: HasView): VNode {
  const t = view.t.operations.explain
  return (
    <Section id="progress" title={t.progress}>
      <ol class="sso-request-steps">
        {steps.map(({ step, state }) => (
          <li
            class={`sso-request-step sso-request-step-${state}`}
            {...(state === 'failed' ? { 'aria-current': 'step' } : {})}
          >
            {state === 'open' ? null : <Icon name={state === 'passed' ? 'check' : 'close'} />}
            {t.stepNames[step]}
            <span class="sso-hidden">: {t.states[state]}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
