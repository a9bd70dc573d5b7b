/** An app's health line, sign-in funnel, and latest denials. */
import type { ClientHealth } from '../../../domain/metrics/client-health.ts'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { dayAndMonth, weekday } from '../../../web/ui/texts/format/time.ts'
import { causeTitle, percent } from '../../../web/ui/texts/format/words.ts'
import type { HasView, VNode } from '../../../web/ui/view.ts'

export type HealthView = Pick<ClientHealth, 'started' | 'success' | 'failing'>

export type FunnelView = Readonly<Record<(typeof FUNNEL)[number], number>>
/** Stages in the order a sign-in goes through them. */
const FUNNEL = ['requested', 'page', 'second-step', 'consent', 'code', 'tokens'] as const
/** Not all sign-ins go through these stages (a second step, for example), so a lower count is not a drop-off. */
const OPTIONAL: readonly string[] = ['page', 'second-step', 'consent']

export interface RefusalView {
  readonly at: Date
  readonly ref: string | undefined
  readonly requestId: string | undefined
}

export function HealthLine({ health, whyHref }: { health: HealthView; whyHref: string }, { view }: HasView): VNode {
  const t = view.t.clientUse.health
  const { started, success, failing } = health
  if (failing !== undefined) {
    const since = `${weekday(view.locale, failing.since)} ${dayAndMonth(view.locale, failing.since)}`
    return (
      <Banner tone="danger">
        <p>
          <strong>{t.failing({ since })}</strong>{' '}
          {t.cause({ cause: causeTitle(failing.ref, view), count: failing.count })} <Link href={whyHref}>{t.why}</Link>
        </p>
      </Banner>
    )
  }
  if (success === undefined) return <p class="sso-panel-lead">{t.quiet}</p>
  return <p class="sso-panel-lead">{t.working({ share: percent(view.locale, success), started })}</p>
}

/** A bar per stage, with the drop-off from the previous stage. The numbers carry the same information as the bars. */
export function SignInFunnel({ funnel }: { funnel: FunnelView }, { view }: HasView): VNode {
  const t = view.t.clientUse.funnel
  const number = new Intl.NumberFormat(view.locale)
  const most = Math.max(1, ...Object.values(funnel))
  return (
    <Section id="funnel" title={t.title} lead={t.lead}>
      {funnel.requested === 0 ? (
        <p class="sso-muted">{view.t.clientUse.health.quiet}</p>
      ) : (
        <ol class="sso-funnel">
          {FUNNEL.map((stage) => {
            const [count, optional] = [funnel[stage], OPTIONAL.includes(stage)]
            return (
              <li class={optional ? 'sso-funnel-optional' : undefined}>
                <span class="sso-funnel-label">{t.stages[stage]}</span>
                <svg
                  class="sso-bar"
                  viewBox="0 0 100 6"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  focusable="false"
                >
                  <rect class="sso-bar-ground" width="100" height="6" />
                  <rect
                    class={optional ? 'sso-fill-other' : 'sso-fill-plain'}
                    width={(count / most) * 100}
                    height="6"
                  />
                </svg>
                <span class="sso-funnel-count">
                  {number.format(count)}
                  {optional ? null : (
                    <span class="sso-muted"> {percent(view.locale, Math.min(1, count / funnel.requested))}</span>
                  )}
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </Section>
  )
}

export function LastRefusals(
  props: { root: string; clientId: string; refusals: readonly RefusalView[]; isCut: boolean },
  { view }: HasView,
): VNode {
  const { root, clientId, refusals, isCut } = props
  const t = view.t.clientUse.refusals
  return (
    <Section
      id="refusals"
      title={t.title}
      actions={
        refusals.length === 0 && !isCut ? undefined : (
          <Link href={`${root}/activity?client=${encodeURIComponent(clientId)}&result=refused`}>{t.all}</Link>
        )
      }
    >
      {refusals.length === 0 ? (
        <p class="sso-muted">{isCut ? view.t.panel.noneYet : t.none}</p>
      ) : (
        <ul class="sso-plain sso-refusals">
          {refusals.map(({ at, ref, requestId }) => (
            <li>
              <span>{ref === undefined ? t.unknown : causeTitle(ref, view)}</span>
              <span class="sso-refusal-when">
                <DateTime at={at} />
                {requestId === undefined ? null : (
                  <ButtonLink look="plain" href={`${root}/explain/${encodeURIComponent(requestId)}`}>
                    {t.why}
                  </ButtonLink>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
