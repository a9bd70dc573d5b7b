/** The deployment's health as seen by the current node: store, clock, key, audit trail, and versions. */
import type { ClockVerdict } from '../../../../policies/clock-difference.ts'
import type { TrailState } from '../../../domain/audit/trail-check.ts'
import type { ComparedNode } from '../../../domain/nodes/node-record.ts'
import { DescriptionList, Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime } from '../../../web/ui/components/text.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import { type HasView, rich, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { type EmailOutageView, OutageText } from './incidents-view.tsx'

export interface ClockReading {
  readonly verdict: ClockVerdict['verdict']
  readonly seconds: number
  /** Maximum allowed difference between the clocks of two nodes, in seconds. */
  readonly tolerance: number
}

export interface HealthProps extends Framed {
  /** `latencyMs`: the store's response time; absent if it did not respond. */
  readonly store: { readonly name: string; readonly latencyMs?: number | undefined }
  /** The difference between this node's clock and the store's; undefined if the store has no clock. */
  readonly clock?: ClockReading | undefined
  /** The current signing key: when it became active and when it is due to be replaced; absent if there is no key. */
  readonly signingKey?: { readonly since?: Date | undefined; readonly until?: Date | undefined } | undefined
  /** Undefined if the deployment does not send email. */
  readonly emails?: { readonly outage: EmailOutageView | undefined; readonly sentAt: Date | undefined } | undefined
  /** The result of the last full verification; absent if the store did not respond. */
  readonly trail?: TrailState | undefined
  /** Number of the newest entry in the trail; absent while the trail is empty. */
  readonly newestEntry?: number | undefined
  /** The running nodes; empty if the store does not report them. */
  readonly nodes: readonly NodeRow[]
  readonly version: string
  readonly node: string
  readonly startedAt: Date
}

export function Health(props: HealthProps, { view }: HasView): VNode {
  const { frame, store, clock, signingKey, emails, trail, newestEntry, nodes, version, node, startedAt } = props
  const t = view.t.operations.health
  const time = (at: Date): VNode => <DateTime at={at} />
  return (
    <AdminPage
      section="settings"
      title={t.title}
      lead={t.lead}
      crumbs={[{ label: view.t.operations.settings.title, href: `${frame.root}/settings` }]}
    >
      <div class="sso-columns">
        <Section id="service" title={t.service}>
          <DescriptionList
            facts={[
              [
                t.store,
                <>
                  <bdi>{store.name}</bdi>{' '}
                  {store.latencyMs === undefined ? (
                    <Badge tone="danger">{t.unreachable}</Badge>
                  ) : (
                    <Badge tone="ok">{t.answersIn({ ms: Math.max(1, Math.round(store.latencyMs)) })}</Badge>
                  )}
                </>,
              ],
              [view.t.operations.clock.title, clock === undefined ? t.oneClock : <Clock clock={clock} />],
              [
                t.key,
                signingKey === undefined ? (
                  <Badge tone="danger">{t.missing}</Badge>
                ) : (
                  <>
                    <Badge tone="ok">{t.signs}</Badge>{' '}
                    {signingKey.since === undefined ? null : rich(t.since, { when: time(signingKey.since) })}{' '}
                    {signingKey.until === undefined ? null : rich(t.until, { when: time(signingKey.until) })}
                  </>
                ),
              ],
              [view.t.operations.emails.email, <Emails emails={emails} />],
            ]}
          />
        </Section>
        <Section id="trail" title={t.trail}>
          <DescriptionList
            facts={[
              [t.integrity, <Trail trail={trail} />],
              [t.newest, newestEntry === undefined ? view.t.panel.none : t.entry({ seq: newestEntry })],
            ]}
          />
        </Section>
        <Section id="process" title={t.process}>
          <DescriptionList
            facts={[
              ['Portico', <bdi>{version}</bdi>],
              ['Node.js', <bdi>{node}</bdi>],
              [t.started, time(startedAt)],
            ]}
          />
        </Section>
      </div>
      {nodes.length === 0 ? null : <Nodes nodes={nodes} />}
    </AdminPage>
  )
}

function Emails({ emails }: Pick<HealthProps, 'emails'>, { view }: HasView): VNode {
  const { health: t, emails: texts } = view.t.operations
  if (emails?.outage === undefined && emails?.sentAt === undefined)
    return <span>{emails === undefined ? texts.off : t.noEmails}</span>
  if (emails.outage !== undefined)
    return (
      <>
        <Badge tone="danger">{t.emailsStuck}</Badge> <OutageText outage={emails.outage} />
      </>
    )
  return (
    <>
      <Badge tone="ok">{t.emailsSent}</Badge> {emails.sentAt && <DateTime at={emails.sentAt} />}
    </>
  )
}

function Clock({ clock }: { clock: NonNullable<HealthProps['clock']> }, { view }: HasView): VNode {
  const t = view.t.operations.clock
  if (clock.verdict === 'in-step') return <Badge tone="ok">{t.inStep}</Badge>
  return (
    <>
      <Badge tone="warn">{t.differs}</Badge> {t[clock.verdict](clock)}
    </>
  )
}

function Trail({ trail }: { trail: HealthProps['trail'] }, { view }: HasView): VNode {
  const t = view.t.operations.health
  if (trail === undefined) return <Badge tone="danger">{t.unreachable}</Badge>
  if (trail.state === 'verifying') return <>{t.verifying}</>
  const when = <DateTime at={new Date(trail.at)} />
  return trail.state === 'broken' ? (
    <>
      <Badge tone="danger">{t.broken}</Badge>{' '}
      {rich((p: Record<'when', string>) => t.brokenAt({ ...p, seq: trail.seq }), { when })}
    </>
  ) : (
    <>
      <Badge tone="ok">{t.verified}</Badge>{' '}
      {rich((p: Record<'when', string>) => t.verifiedAt({ ...p, count: trail.entries }), { when })}
    </>
  )
}

/** A running node and how it differs from the current one. */
export interface NodeRow extends Pick<ComparedNode, 'name' | 'version' | 'isThis' | 'differs'> {
  readonly startedAt: Date
  readonly hasOtherVersion: boolean
  readonly hasWrongClock: boolean
}

export function Nodes({ nodes }: { readonly nodes: readonly NodeRow[] }, { view }: HasView): VNode {
  const t = view.t.operations.health
  return (
    <Section id="nodes" title={t.nodes}>
      <Table
        caption={t.nodes}
        prose
        columns={[
          { label: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { label: t.version, cell: ({ version }) => <bdi>{version}</bdi> },
          { label: t.started, cell: ({ startedAt }) => <DateTime at={startedAt} /> },
          { label: t.state, cell: (node) => <State node={node} /> },
        ]}
        rows={nodes}
      />
    </Section>
  )
}

function State({ node }: { readonly node: NodeRow }, { view }: HasView): VNode {
  const t = view.t.operations.health
  const isAlike = node.differs.length === 0 && !node.hasOtherVersion && !node.hasWrongClock
  return (
    <>
      {isAlike ? <Badge tone="ok">{node.isThis ? t.isThis : t.alike}</Badge> : null}
      {node.hasWrongClock ? <Badge tone="danger">{t.wrongClock}</Badge> : null}{' '}
      {node.hasOtherVersion ? <Badge tone="warn">{t.otherVersion}</Badge> : null}{' '}
      {node.differs.length === 0 ? null : (
        <>
          <Badge tone="warn">{t.otherSettings}</Badge> <bdi>{listOf(view.locale, node.differs)}</bdi>
        </>
      )}
    </>
  )
}
