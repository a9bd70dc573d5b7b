/** A state in one word. The colour repeats what the word says. */
import type { ComponentChildren, VNode } from 'preact'

export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }): VNode {
  return <span class={`sso-badge sso-tone-${tone}`}>{children}</span>
}
