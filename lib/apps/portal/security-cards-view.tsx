/** Passkeys and trusted browsers: each a card with its name, what is known of it, and what can be done about it. */
import type { ComponentChildren, VNode } from 'preact'
import { DescriptionList, type Fact } from '../../web/ui/components/section.tsx'
import { DateTime } from '../../web/ui/components/text.tsx'
import { distinct, isolate } from '../../web/ui/texts/format/words.ts'
import type { View } from '../../web/ui/view.ts'

export interface Card {
  readonly name: string
  readonly facts: readonly Fact[]
  /** @param name as texts show it, told apart from others that are alike */
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

/** When something was used last. */
export function usedFact(at: Date | undefined, view: View): Fact {
  const { used, never } = view.t.factors.security
  return { term: used, value: at === undefined ? never : <DateTime at={at} view={view} /> }
}
