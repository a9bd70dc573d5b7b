/** The tab Overview: how the app is used, how far its integration has come, and the addresses that it needs. */
import type { VNode } from 'preact'
import { Chart } from '../../../web/ui/components/chart.tsx'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { DescriptionList, type Fact } from '../../../web/ui/components/description-list.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { rich } from '../../../web/ui/texts/format/rich.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import type { ClientHead } from './client-props.ts'
import { ClientFrame } from './frame-view.tsx'
import type { ReachView } from './operation-effects-view.tsx'

/** In the order in which an integration comes to life. */
export const STEPS = ['authorizedAt', 'signedInAt', 'userinfoAt', 'sessionRegisteredAt'] as const
export type Step = (typeof STEPS)[number]
export const ENDPOINTS = ['issuer', 'discovery', 'authorize', 'token', 'userinfo', 'logout', 'registerSession'] as const

export interface ClientOverviewProps extends Framed {
  readonly client: ClientHead
  readonly owner: string
  /** Oldest first; the last one is today. */
  readonly days: readonly { readonly day: string; readonly signIns: number }[]
  readonly lastRefreshAt: Date | undefined
  readonly secretUsedAt: Date | undefined
  readonly reach: ReachView
  /** When each step was last seen. */
  readonly steps: Readonly<Record<Step, Date | undefined>>
  readonly hasLogoutUri: boolean
  readonly endpoints: Readonly<Record<(typeof ENDPOINTS)[number], string>>
}

export function ClientOverview(props: ClientOverviewProps & Viewed): VNode {
  const { frame, client, days, endpoints, view } = props
  const { overview } = view.t.clientUse
  const count = days.reduce((sum, { signIns }) => sum + signIns, 0)
  const refused = `${frame.root}/activity?client=${encodeURIComponent(client.id)}&result=refused`
  return (
    <ClientFrame frame={frame} client={client} tab="overview" view={view}>
      {count === 0 ? (
        <EmptyState icon="chart" title={overview.noneTitle} text={overview.noneText} />
      ) : (
        <Chart
          id="sign-ins"
          title={overview.signIns}
          description={overview.signInsHint({ count })}
          series={[overview.count]}
          points={days.map(({ day, signIns }) => ({ label: day.slice(5), values: [signIns] }))}
          labelHeading={overview.day}
          view={view}
        />
      )}
      <div class="sso-columns">
        <Section
          id="checklist"
          title={overview.checklist}
          lead={overview.checklistLead}
          actions={<Link href={refused}>{overview.refused}</Link>}
        >
          <Checklist {...props} />
        </Section>
        <Section id="use" title={overview.use}>
          <DescriptionList facts={factsOf(props)} />
        </Section>
      </div>
      <Section id="endpoints" title={overview.endpoints} lead={overview.endpointsLead}>
        <DescriptionList
          facts={ENDPOINTS.map((name) => ({ term: overview[name], value: <code dir="ltr">{endpoints[name]}</code> }))}
        />
      </Section>
    </ClientFrame>
  )
}

function Checklist({ steps, hasLogoutUri, view }: ClientOverviewProps & Viewed): VNode {
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
                {at === undefined ? hint(step) : rich(overview.seen, { when: <DateTime at={at} view={view} /> })}
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function factsOf(props: ClientOverviewProps & Viewed): readonly Fact[] {
  const { client, owner, steps, lastRefreshAt, secretUsedAt, reach, view } = props
  const { overview, reach: words } = view.t.clientUse
  const moment = (at: Date | undefined): Fact['value'] =>
    at === undefined ? view.t.panel.never : <DateTime at={at} view={view} />
  return [
    { term: overview.lastSignIn, value: moment(steps.signedInAt) },
    { term: overview.lastRefresh, value: moment(lastRefreshAt) },
    ...(client.type === 'public' ? [] : [{ term: overview.secretUsed, value: moment(secretUsedAt) }]),
    { term: overview.now, value: (reach.counted === 'all' ? words.now : words.atLeast)(reach) },
    { term: overview.owner, value: owner === '' ? view.t.panel.none : <bdi>{owner}</bdi> },
  ]
}
