/** Names and values of one thing. */
import type { ComponentChildren, VNode } from 'preact'

export interface Fact {
  readonly term: string
  /** A fact without a value is left out. */
  readonly value: ComponentChildren
}

export function DescriptionList({ facts }: { facts: readonly Fact[] }): VNode {
  return (
    <dl class="sso-facts sso-facts-panel">
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
