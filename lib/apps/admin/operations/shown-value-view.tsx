/** The value of a setting, as it is read. */
import type { VNode } from 'preact'

export interface ShownText {
  readonly text: string
  /** As it is written: an address, a word of the configuration. */
  readonly code?: boolean
}

export const Shown = ({ shown: { text, code = false } }: { shown: ShownText }): VNode =>
  code ? <code dir="ltr">{text}</code> : <span>{text}</span>

/** What a setting is for, and below it what it is called in the configuration: both stay as they are in every language. */
export function SettingName({ path, description }: { readonly path: string; readonly description: string }): VNode {
  return (
    <>
      <span dir="ltr" lang="en">
        {description}
      </span>
      <code class="sso-sub" dir="ltr">
        {path}
      </code>
    </>
  )
}
