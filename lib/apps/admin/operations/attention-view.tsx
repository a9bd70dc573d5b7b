/**
 * Issues that need attention soon, each with a link to its fix. Client issues are grouped by reason.
 */
import type { ConnectorAttention } from '../../../../policies/attention.ts'
import type { Finding } from '../../../../policies/findings.ts'
import type { AttentionCount } from '../../../domain/metrics/overview-counts.ts'
import { ActForm, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { dateWords, listOf } from '../../../web/ui/texts/format/time.ts'
import { causeTitle, rich } from '../../../web/ui/texts/format/words.ts'
import { findingText } from '../../../web/ui/texts/issues.ts'
import type { HasView, VNode } from '../../../web/ui/view.ts'

import type { ClockReading } from './health-view.tsx'

/** A count that might be incomplete. */
export interface BoundedCount {
  readonly count: number
  readonly counted: 'all' | 'at-least'
}

export type NodesReason = 'configuration-drift' | 'version-drift' | 'node-clock'

export type ServiceItem =
  | { readonly about: 'service'; readonly reason: 'key-overdue' | 'store-forgets' }
  | ({ readonly about: 'clock'; readonly verdict: 'ahead' | 'behind' } & Omit<ClockReading, 'verdict'>)
  /** A finding about the deployment. `reader` holds the current request's IP address and proxy count, as an example. */
  | (Pick<Finding, 'code' | 'what'> & {
      readonly about: 'finding'
      readonly reader?: { readonly address: string; readonly proxies: number } | undefined
    })
  /** `what` lists settings or versions that differ between nodes, or the names of nodes whose clocks are wrong. */
  | { readonly about: 'nodes'; readonly reason: NodesReason; readonly what: readonly string[] }
  /** A connector whose sign-ins are failing or will soon fail. */
  | {
      readonly about: 'connector'
      readonly reason: ConnectorAttention
      readonly id: string
      readonly name: string
      /** Number of consecutive failed sign-ins, and the reason that the last one failed. */
      readonly count: number
      readonly ref: string | undefined
      /** When the connector's secret expires. */
      readonly expires: Date | undefined
    }
  /** An app that is not receiving logout notifications. */
  | ({ readonly about: 'client'; readonly clientId: string; readonly name: string } & BoundedCount)

export interface ClientReason extends Pick<AttentionCount, 'reason' | 'count'> {
  /** The administrator who dismissed this reason, and when it reappears. */
  readonly dismissed?: { readonly by: string; readonly until: Date } | undefined
}

export interface AttentionProps {
  /** Base path of the panel. */
  readonly root: string
  readonly service: readonly ServiceItem[]
  /** Number of apps with failed notices that are not listed. */
  readonly moreFailing?: number | undefined
  readonly reasons: readonly ClientReason[]
  /** Form to dismiss or restore a reason; absent for viewers. */
  readonly form?: FormTarget | undefined
}

/** Links to the list that has the items that are not shown. */
export const More = (
  { count, href }: { readonly count: number; readonly href: string },
  { view }: HasView,
): VNode | null =>
  count === 0 ? null : (
    <p>
      <Link href={href}>{view.t.operations.activity.more({ count })}</Link>
    </p>
  )

export function Attention({ root, service, moreFailing = 0, reasons, form }: AttentionProps, { view }: HasView): VNode {
  const t = view.t.operations.attention
  const [open, aside] = [
    reasons.filter(({ dismissed }) => dismissed === undefined),
    reasons.filter(({ dismissed }) => dismissed !== undefined),
  ]
  return (
    <Section id="attention" title={t.title}>
      {service.length + open.length === 0 ? <p class="sso-muted">{t.none}</p> : null}
      <ul class="sso-attention">
        {service.map((item) => (
          <li>
            <Icon name="alert" />
            <div>
              <Link href={root + pathOf(item)}>{'name' in item ? <bdi>{item.name}</bdi> : placeOf(item, view)}</Link>
              {item.about === 'finding' ? <FindingHint item={item} /> : <p class="sso-hint">{hintOf(item, view)}</p>}
            </div>
          </li>
        ))}
        {moreFailing === 0 ? null : (
          <li>
            <Icon name="alert" />
            <More count={moreFailing} href={`${root}/deliveries?state=failed`} />
          </li>
        )}
        {open.map((one) => (
          <Reason one={one} root={root} form={form} act="dismiss">
            <p class="sso-hint">{t.reasons[one.reason]}</p>
          </Reason>
        ))}
      </ul>
      {aside.length === 0 ? null : (
        <details class="sso-fold">
          <summary>{t.aside({ count: aside.length })}</summary>
          <ul class="sso-attention">
            {aside.map((one) => (
              <Reason one={one} root={root} form={form} act="restore">
                {one.dismissed === undefined ? null : (
                  <p class="sso-hint">
                    {rich(t.dismissed, {
                      name: <bdi>{one.dismissed.by}</bdi>,
                      when: <DateTime at={one.dismissed.until} />,
                    })}
                  </p>
                )}
              </Reason>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

/** Reports from a store or a check are always in English. */
function FindingHint({ item }: { item: Extract<ServiceItem, { about: 'finding' }> }, { view }: HasView): VNode {
  const { issues } = view.t
  const { what, why, fix } = findingText(item, issues)
  const seen = item.reader === undefined ? what : issues.seen.reader({ what, ...item.reader })
  return (
    <p class="sso-hint">
      {typeof item.what === 'string' ? <bdi lang="en">{seen}</bdi> : seen}. {why} {fix}
    </p>
  )
}

interface ReasonProps extends Pick<AttentionProps, 'root' | 'form'> {
  readonly one: ClientReason
  readonly act: 'dismiss' | 'restore'
  readonly children: VNode | null
}

function Reason({ one: { reason, count }, root, form, act, children }: ReasonProps, { view }: HasView): VNode {
  const t = view.t.operations.attention
  return (
    <li>
      <Icon name={act === 'dismiss' ? 'info' : 'clock'} />
      <div>
        <Link href={`${root}/clients?attention=${reason}`}>{t.counted[reason]({ count })}</Link>
        {children}
        {form === undefined ? null : (
          <ActForm form={form} fields={{ reason, act }} look="plain">
            {t[act]}
          </ActForm>
        )}
      </div>
    </li>
  )
}

function placeOf(
  item: Exclude<ServiceItem, { readonly name: string }>,
  { t: { operations } }: HasView['view'],
): string {
  if (item.about === 'finding') return item.code
  if (item.about === 'nodes') return operations.attention.nodes.places[item.reason]
  return item.about === 'clock' ? operations.clock.title : operations.attention.places[item.reason]
}

function hintOf(item: Exclude<ServiceItem, { about: 'finding' }>, view: HasView['view']): string {
  const { operations } = view.t
  if (item.about === 'connector') return connectorHint(item, view)
  if (item.about === 'nodes') return operations.attention.nodes[item.reason]({ what: listOf(view.locale, item.what) })
  if (item.about === 'clock') return operations.clock[item.verdict](item)
  if (item.about === 'client') return operations.attention.deliveriesFail(item)
  return operations.attention.reasons[item.reason]
}

function connectorHint(item: Extract<ServiceItem, { about: 'connector' }>, view: HasView['view']): string {
  const { reason, id, count, ref, expires } = item
  const t = view.t.operations.attention.connectors
  if (reason === 'failing') return t.failing({ count, cause: ref === undefined ? '' : causeTitle(ref, view), id })
  if (reason === 'groups-left-out' || expires === undefined) return t['groups-left-out']
  return t[reason]({ day: dateWords(view.locale, expires, view.now) })
}

function pathOf(item: ServiceItem): string {
  if (item.about === 'connector') return `/settings?group=signIn#connector-${item.id}`
  if (item.about === 'clock' || item.about === 'finding' || item.about === 'nodes') return '/health'
  if (item.about === 'service') return item.reason === 'key-overdue' ? '/keys' : '/health'
  return `/deliveries?client=${encodeURIComponent(item.clientId)}`
}
