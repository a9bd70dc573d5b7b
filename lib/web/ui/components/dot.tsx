/** A dot before a line of a list. Its shape and a word that is read out repeat what the colour says. */
import type { VNode } from 'preact'

export type DotTone = 'ok' | 'danger' | 'info' | 'neutral'

/** @param tone `open`: not yet */
export function Dot({ tone, label }: { tone: DotTone | 'open'; label: string }): VNode {
  return (
    <span class={`sso-dot sso-dot-${tone}`} title={label}>
      <span class="sso-hidden">{label}</span>
    </span>
  )
}
