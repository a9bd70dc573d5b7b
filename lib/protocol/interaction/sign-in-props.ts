/** Props of the sign-in page, which custom pages also receive. */
import type { AccountView, ClientView } from '../../web/ui/components/card.tsx'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import type { ProviderIconProps } from '../../web/ui/components/provider-icon.tsx'

export type SignInIssue =
  /** `maybe` is a second possible cause: too many attempts. Pages never receive the actual cause. */
  | {
      readonly kind: 'wrong_credentials'
      readonly maybe?: 'too_many_tries'
      /** Set after several attempts, to offer help. */
      readonly stuck?: true
    }
  | { readonly kind: 'username_missing' | 'password_missing' | 'both_missing' | 'unavailable' }
  /** A sign-in with several steps could not be completed and must be restarted. */
  | { readonly kind: 'begin_again' }
  /** `passkey_unknown` means that the passkey was removed from Portico, so the password manager can remove it, too. */
  | { readonly kind: 'passkey_wrong' | 'passkey_unknown' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }

/** Props of the sign-in page. */
export interface SignInProps {
  /** Target and hidden fields of the form. */
  readonly form: FormTarget
  /** The app that the user signs in to. */
  readonly client: ClientView
  /** The submitted name, or the request's `login_hint`. */
  readonly username?: string | undefined
  /** Why the previous attempt failed; undefined before the first. */
  readonly issue?: SignInIssue | undefined
  /** Set if the page offers "keep me signed in". `checked` is the checkbox's state in the submitted form. */
  readonly remember?: { readonly checked: boolean } | undefined
  /** Set if the page asks only for this account's password. The form sends the name as `username`. */
  readonly confirm?:
    | {
        readonly account: AccountView
        readonly username: string
        /** Set if Portico rather than the app asks for the password, to confirm a change to the account. */
        readonly change?: boolean
      }
    | undefined
  /** URL of the password recovery; undefined if there is none. */
  readonly forgotHref?: string | undefined
  /** Whether the password recovery is Portico's, by email. */
  readonly resetsByEmail?: boolean
  /** URL of the passkey options, and the host that the passkeys belong to. Absent when passkeys are unavailable. */
  readonly passkeys?:
    | {
        readonly optionsHref: string
        readonly host: string
        /** Set if a passkey may be offered after sign-in. The script then reports whether the browser supports it. */
        readonly offered?: boolean | 'silent'
      }
    | undefined
  /** External providers that the user can sign in with instead. */
  readonly providers?: readonly (ProviderIconProps & { readonly name: string; readonly form: FormTarget })[] | undefined
  /** Whether the external provider is the only way to sign in. If so, the page has no password field. */
  readonly only?: boolean
  /** Seconds until the page expires. */
  readonly expiresInSeconds?: number | undefined
}
