/** A list with one row per item. Each row has an icon, a name, a line of details, and an action. */

import { DescriptionList, type Fact } from '../../web/ui/components/section.tsx'
import { DateTime } from '../../web/ui/components/text.tsx'
import { distinct, isolate } from '../../web/ui/texts/format/words.ts'
import type { ComponentChildren, View, VNode } from '../../web/ui/view.ts'

/** Browser and operating system, if identified. */
export interface BrowserNames {
  readonly browser?: string | undefined
  readonly system?: string | undefined
}

export interface RowProps {
  /** A tile, avatar, or icon. */
  readonly mark: ComponentChildren
  readonly name: ComponentChildren
  /** Status badges next to the name. */
  readonly badges?: ComponentChildren
  readonly sub?: ComponentChildren
  /** Shown at the end of the row. */
  readonly action?: ComponentChildren
  /** Details that are rarely needed, shown below the row. */
  readonly children?: ComponentChildren
}

export const Rows = ({ children }: { children: ComponentChildren }): VNode => <ul class="sso-rows">{children}</ul>

export function Row({ mark, name, badges, sub, action, children }: RowProps): VNode {
  return (
    <li class="sso-line-row">
      {mark}
      <div class="sso-line-main">
        <p class="sso-line-name">
          <strong>{name}</strong>
          {badges}
        </p>
        {sub === undefined ? null : <p class="sso-sub">{sub}</p>}
        {children}
      </div>
      {action === undefined ? null : <div class="sso-line-action">{action}</div>}
    </li>
  )
}

/** Collapsible details below a row. @param of the row's name, for screen readers */
export const RowDetails = ({ label, of, children }: { label: string; of?: string; children: VNode }): VNode => (
  <details class="sso-line-details">
    <summary>
      {label}
      {of === undefined ? null : (
        <>
          {' '}
          <span class="sso-hidden">{isolate(of)}</span>
        </>
      )}
    </summary>
    {children}
  </details>
)

export interface Card {
  readonly name: string
  readonly facts: readonly Fact[]
  /** @param name display name, made unique if several are identical */
  readonly operations: (name: string) => ComponentChildren
}

export function Cards({ cards }: { cards: readonly Card[] }): VNode {
  const names = distinct(cards.map(({ name }) => name))
  return (
    <ul class="sso-passkeys">
      {cards.map(({ facts, operations }, index) => (
        <li class="sso-passkey-card">
          <h3>
            <bdi>{names[index]}</bdi>
          </h3>
          <DescriptionList facts={facts} />
          {operations(isolate(names[index] ?? ''))}
        </li>
      ))}
    </ul>
  )
}

/** Label and time of an item's last use. */
export function usedFact(at: Date | undefined, view: View): Fact {
  const { used, never } = view.t.factors.security
  return [used, at === undefined ? never : <DateTime at={at} />]
}
