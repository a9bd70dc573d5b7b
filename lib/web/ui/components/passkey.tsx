/**
 * The button that starts a passkey ceremony, filled with life by passkey.js, which is loaded where this stands and nowhere
 * else. It lies in a form and sends it with what the browser gave. Where scripts do not run, or know no passkeys, the form
 * works without, and a note says so if one is given.
 */
import type { VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Icon } from './icon.tsx'

export interface PasskeyButtonProps {
  readonly ceremony: 'use' | 'create'
  /** Where the script gets the options of the ceremony. */
  readonly optionsHref: string
  readonly label: string
  /** Shown when the user or the browser cancelled. */
  readonly stopped: string
  /** Shown where the browser knows no passkeys. */
  readonly unsupported?: string | undefined
  readonly withoutScript?: string | undefined
  readonly look?: 'primary' | 'secondary'
  /** Let the browser offer passkeys in the field of the user name. */
  readonly autofill?: boolean
  /** A passkey that is not known here any more: the browser is asked to remove it (WebAuthn signalUnknownCredential). */
  readonly unknownAt?: string | undefined
}

export function PasskeyButton(props: PasskeyButtonProps & Viewed): VNode {
  const {
    ceremony,
    optionsHref,
    label,
    stopped,
    unsupported,
    withoutScript,
    look = 'secondary',
    autofill = false,
    unknownAt,
    view,
  } = props
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
