/** Names and values of one thing. */
import type { ComponentChildren, VNode } from 'preact'

export interface Fact {
  readonly term: string
  readonly value: ComponentChildren
}

export function DescriptionList({ facts }: { facts: readonly Fact[] }): VNode {
  return (
    <dl class="sso-facts sso-facts-panel">
      {facts.map(({ term, value }) => (
        <div>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
