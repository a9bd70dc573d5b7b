/** Names and values of one thing. */
import type { ComponentChildren, VNode } from 'preact'

export interface Fact {
  readonly term: ComponentChildren
  /** A fact without a value is left out. */
  readonly value: ComponentChildren
}

/** @param small for the details on a card */
export function DescriptionList({ facts, small = false }: { facts: readonly Fact[]; small?: boolean }): VNode {
  return (
    <dl class={small ? 'sso-facts' : 'sso-facts sso-facts-panel'}>
      {facts.map(({ term, value }) =>
        value === undefined ? null : (
          <div>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
