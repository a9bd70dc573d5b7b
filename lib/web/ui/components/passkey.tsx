/** Only pages with this button load passkey.js. Without scripts or passkeys, the rest of the form still works. */
import type { ComponentChildren, HasView, VNode } from '../view.ts'
import { Icon } from './icon.tsx'

export interface PasskeyButtonProps {
  readonly ceremony: 'use' | 'create'
  /** URL that returns the WebAuthn options. */
  readonly optionsHref: string
  readonly label: string
  /** Whether the page explains why the button is missing in a browser without scripts or passkeys. */
  readonly explained?: boolean
  readonly look?: 'primary' | 'secondary'
  /** Lets the browser suggest passkeys in the username field. */
  readonly autofill?: boolean
  /** The RP ID if the passkey is unknown, so that the browser can remove it (WebAuthn signalUnknownCredential). */
  readonly unknownAt?: string | undefined
  readonly children?: ComponentChildren
}

export function PasskeyButton(props: PasskeyButtonProps, { view }: HasView): VNode {
  const { ceremony, optionsHref, label, look = 'secondary', explained = false, autofill = false, unknownAt } = props
  const { passkey, step, security } = view.t.factors
  const { stopped } = ceremony === 'use' ? passkey : security.newPasskey
  const { unsupported, withoutScript } = ceremony === 'use' ? step : security.newPasskey
  return (
    <div
      class="sso-passkey"
      data-sso-passkey={ceremony}
      data-options={optionsHref}
      {...(autofill ? { 'data-autofill': '' } : {})}
      {...(unknownAt === undefined ? {} : { 'data-unknown-at': unknownAt })}
    >
      <input type="hidden" name="passkey" value="" />
      <button type="button" class={`sso-button sso-button-${look}`} data-sso-scripted>
        <Icon name="key" />
        <span>{label}</span>
      </button>
      <p class="sso-hint" role="status" data-stopped={stopped} data-unsupported={explained ? unsupported : undefined} />
      {explained ? (
        <noscript>
          <p class="sso-hint">{withoutScript}</p>
        </noscript>
      ) : null}
      <script type="module" src={view.asset('passkey.js')} />
    </div>
  )
}
