import type { VNode } from 'preact'
import { ContactText } from '../../web/ui/components/card.tsx'
import type { Viewed } from '../../web/ui/view.ts'

/** Help for users who cannot sign in. Collapsed until several attempts failed. */
export interface HelpProps {
  /** Several attempts failed. */
  readonly stuck: boolean
  readonly passkeys: boolean
}

export function Help({ stuck, passkeys, view }: HelpProps & Viewed): VNode {
  const { help } = view.t.signIn
  return (
    <details class="sso-fold sso-help" open={stuck}>
      <summary>{help.title}</summary>
      <div class="sso-prose">
        {passkeys ? <p>{help.passkey}</p> : null}
        <p>
          <ContactText text={help.ask} otherwise={help.askAnybody} view={view} />
        </p>
      </div>
    </details>
  )
}
