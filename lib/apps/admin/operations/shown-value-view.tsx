/** The value of a setting, as it is read. */
import type { VNode } from 'preact'

export interface ShownText {
  readonly text: string
  /** As it is written: an address, a word of the configuration. */
  readonly code?: boolean
}

export const Shown = ({ shown: { text, code = false } }: { shown: ShownText }): VNode =>
  code ? <code dir="ltr">{text}</code> : <span>{text}</span>
