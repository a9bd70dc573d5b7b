/** What needs attention before it hurts: each with the page where it can be mended. */
import type { VNode } from 'preact'
import { Icon } from '../../../web/ui/components/icon.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { Viewed } from '../../../web/ui/view.ts'

export type AttentionItem =
  | { readonly about: 'service'; readonly reason: 'key-overdue' | 'store-forgets' }
  | {
      /** That of this node, by the store's; `tolerance`: seconds by which two nodes may differ. */
      readonly about: 'clock'
      readonly verdict: 'ahead' | 'behind'
      readonly seconds: number
      readonly tolerance: number
    }
  | {
      readonly about: 'client'
      readonly reason: 'http-for-long' | 'secret-unused' | 'secret-old' | 'deliveries-fail'
      readonly clientId: string
      readonly name: string
    }

export interface AttentionProps {
  /** Path of the panel. */
  readonly root: string
  readonly items: readonly AttentionItem[]
  /** Clients that were looked at, of all. */
  readonly looked: number
  readonly total: number
  /** Client id after which to look on. */
  readonly next?: string | undefined
}

export function Attention({ root, items, looked, total, next, view }: AttentionProps & Viewed): VNode {
  const t = view.t.operations.attention
  const further =
    next === undefined ? undefined : <Link href={`${root}/?after=${encodeURIComponent(next)}`}>{t.further}</Link>
  return (
    <Section id="attention" title={t.title} actions={further}>
      {items.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul class="sso-attention">
          {items.map((item) => (
            <li>
              <Icon name="alert" />
              <div>
                <Link href={root + pathOf(item)}>
                  {item.about === 'client' ? <bdi>{item.name}</bdi> : placeOf(item, view)}
                </Link>
                <p class="sso-hint">
                  {item.about === 'clock' ? view.t.operations.clock[item.verdict](item) : t.reasons[item.reason]}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {looked < total ? <p class="sso-fine">{t.looked({ count: looked, total })}</p> : null}
    </Section>
  )
}

function placeOf(item: Exclude<AttentionItem, { about: 'client' }>, { t: { operations } }: Viewed['view']): string {
  return item.about === 'clock' ? operations.clock.title : operations.attention.places[item.reason]
}

function pathOf(item: AttentionItem): string {
  if (item.about === 'clock') return '/settings'
  if (item.about === 'service') return item.reason === 'key-overdue' ? '/keys' : '/settings'
  const id = encodeURIComponent(item.clientId)
  if (item.reason === 'deliveries-fail') return `/deliveries?client=${id}`
  return `/clients/${id}/${item.reason === 'http-for-long' ? 'settings' : 'security'}`
}
