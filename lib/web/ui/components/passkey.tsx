/** Only pages with this button load passkey.js. Without scripts or passkeys, the rest of the form still works. */
import type { ComponentChildren, HasView, VNode } from '../view.ts'
import { Icon } from './icon.tsx'

export interface PasskeyButtonProps {
  readonly ceremony: 'use' | 'create'
  /** URL that returns the WebAuthn options. */
  readonly optionsHref: string
  readonly label: string
  /** Message shown if the user or the browser cancels. */
  readonly stopped: string
  /** Message shown in browsers that do not support passkeys. */
  readonly unsupported?: string | undefined
  readonly withoutScript?: string | undefined
  readonly look?: 'primary' | 'secondary'
  /** Lets the browser suggest passkeys in the username field. */
  readonly autofill?: boolean
  /** The RP ID if the passkey is unknown, so that the browser can remove it (WebAuthn signalUnknownCredential). */
  readonly unknownAt?: string | undefined
  readonly children?: ComponentChildren
}

export function PasskeyButton(props: PasskeyButtonProps, { view }: HasView): VNode {
  const { ceremony, optionsHref, look = 'secondary', autofill = false, unknownAt } = props
  const { label, stopped, unsupported, withoutScript } = props
  return (
    <div
      class="sso-passkey"
      data-sso-passkey={ceremony}
      data-options={optionsHref}
      {...(autofill ? { 'data-autofill': '' } : {})}
      {...(unknownAt === undefined ? {} : { 'data-unknown-at': unknownAt })}
    >
      <input type="hidden" name="passkey" value="" />
      <button type="button" class={`sso-button sso-button-${look}`} hidden>
        <Icon name="key" />
        <span>{label}</span>
      </button>
      <p class="sso-hint" role="status" data-stopped={stopped} data-unsupported={unsupported} />
      {withoutScript === undefined ? null : (
        <noscript>
          <p class="sso-hint">{withoutScript}</p>
        </noscript>
      )}
      <script type="module" src={view.asset('passkey.js')} />
    </div>
  )
}
