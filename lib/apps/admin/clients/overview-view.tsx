/** The Overview tab: the app's health, sign-in funnel, integration steps, and owner. */

import { DayChart } from '../../../web/ui/components/day-chart.tsx'
import { HeatMap } from '../../../web/ui/components/heat-map.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { MailLink } from '../../../web/ui/components/mail-link.tsx'
import { DescriptionList, EmptyState, type Fact, Section } from '../../../web/ui/components/section.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { type HasView, rich, type View, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { ClientFrame, type ClientHead } from './frame-view.tsx'
import {
  type FunnelView,
  HealthLine,
  type HealthView,
  LastRefusals,
  type RefusalView,
  SignInFunnel,
} from './health-view.tsx'
import type { ReachView } from './operation-view.tsx'

/** The steps in the order an integration usually reaches them. */
export const STEPS = ['authorizedAt', 'signedInAt', 'userinfoAt', 'sessionRegisteredAt'] as const
export type Step = (typeof STEPS)[number]

export interface ClientOverviewProps extends Framed {
  readonly client: ClientHead
  readonly owner: string
  readonly health: HealthView
  /** Oldest first. The last entry is today. */
  readonly days: readonly { readonly day: string; readonly signIns: number; readonly refused: number }[]
  /** Covers the last 7 days. */
  readonly funnel: FunnelView
  /** Sign-ins in the last 30 days by hour: seven rows, starting with Monday. */
  readonly hours: readonly (readonly number[])[]
  /** The most recent denials. */
  readonly refusals: readonly RefusalView[]
  /** Whether there can be denials in older entries, which were not searched. */
  readonly olderRefusals?: boolean
  readonly lastRefreshAt: Date | undefined
  readonly secretUsedAt: Date | undefined
  readonly reach: ReachView
  /** When each step last happened. */
  readonly steps: Readonly<Record<Step, Date | undefined>>
  readonly hasLogoutUri: boolean
}

export function ClientOverview(props: ClientOverviewProps, { view }: HasView): VNode {
  const { frame, client, days, health, funnel, hours, refusals } = props
  const { overview } = view.t.clientUse
  const count = days.reduce((sum, { signIns }) => sum + signIns, 0)
  const idle = count === 0 && days.every(({ refused }) => refused === 0)
  const failure = refusals.find(({ requestId, ref }) => requestId !== undefined && ref === health.failing?.ref)
  const allRefused = `${frame.root}/activity?client=${encodeURIComponent(client.id)}&result=refused`
  return (
    <ClientFrame client={client} tab="overview">
      {idle ? null : (
        <HealthLine
          health={health}
          whyHref={
            failure?.requestId === undefined
              ? allRefused
              : `${frame.root}/explain/${encodeURIComponent(failure.requestId)}`
          }
        />
      )}
      {idle ? (
        <EmptyState icon="chart" title={overview.noneTitle} text={overview.noneText} />
      ) : (
        <DayChart
          id="sign-ins"
          title={overview.signIns}
          description={overview.signInsHint({ count })}
          series={[
            { label: overview.count, kind: 'plain' },
            { label: overview.refused, kind: 'refused' },
          ]}
          days={days.map(({ day, signIns, refused }) => ({ day, values: [signIns, refused] }))}
        />
      )}
      <div class="sso-columns">
        <SignInFunnel funnel={funnel} />
        <LastRefusals root={frame.root} clientId={client.id} refusals={refusals} isCut={props.olderRefusals === true} />
        {client.type === 'gate' ? null : (
          <Section id="checklist" title={overview.checklist} lead={overview.checklistLead}>
            <Checklist {...props} />
          </Section>
        )}
        <Section id="use" title={overview.use}>
          <DescriptionList facts={factsOf(props, view)} />
        </Section>
      </div>
      {count > 0 && <HeatMap id="hours" title={overview.hours} description={overview.hoursHint} hours={hours} />}
    </ClientFrame>
  )
}

function Checklist({ steps, hasLogoutUri }: ClientOverviewProps, { view }: HasView): VNode {
  const { overview } = view.t.clientUse
  const hint = (step: Step): string => {
    if (step !== 'sessionRegisteredAt') return overview.hints[step]
    return hasLogoutUri ? overview.hints.logoutSet : overview.hints.logoutMissing
  }
  return (
    <ol class="sso-checklist">
      {STEPS.map((step) => {
        const at = steps[step]
        return (
          <li class={at === undefined ? 'sso-step-open' : 'sso-step-done'}>
            <Icon name={at === undefined ? 'clock' : 'check'} />
            <div>
              <span>
                <span class="sso-hidden">{at === undefined ? overview.open : overview.done}</span>{' '}
                {overview.steps[step]}
              </span>
              <p class="sso-hint">
                {at === undefined ? hint(step) : rich(overview.seen, { when: <DateTime at={at} /> })}
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function factsOf(props: ClientOverviewProps, view: View): readonly Fact[] {
  const { client, owner, steps, lastRefreshAt, secretUsedAt, reach } = props
  const { overview, reach: words } = view.t.clientUse
  const moment = (at: Date | undefined): Fact[1] => (at === undefined ? view.t.panel.never : <DateTime at={at} />)
  return [
    [overview.lastSignIn, moment(steps.signedInAt)],
    [overview.lastRefresh, client.type === 'gate' ? undefined : moment(lastRefreshAt)],
    [overview.secretUsed, client.type === 'confidential' ? moment(secretUsedAt) : undefined],
    [overview.now, (reach.counted === 'all' ? words.now : words.atLeast)(reach)],
    [overview.owner, owner === '' ? view.t.panel.none : <MailLink to={owner} />],
  ]
}
