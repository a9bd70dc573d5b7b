/** What the sign-in page is shown with; hosts that write a page of their own get the same. */
import type { AccountView, ClientView } from '../../web/ui/components/card.tsx'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import type { ElsewhereProps } from './sign-in-elsewhere-view.tsx'

export type SignInIssue =
  /** `maybe`: there may also have been too many tries; nobody, not even the service's own page, is told which it was. */
  | {
      readonly kind: 'wrong_credentials'
      readonly maybe?: 'too_many_tries'
      /** Not the first time: help is offered. */
      readonly stuck?: true
    }
  | { readonly kind: 'username_missing' | 'password_missing' | 'both_missing' | 'unavailable' }
  /** A sign-in of more than one step could not be finished. */
  | { readonly kind: 'begin_again' }
  /** `passkey_unknown`: it was removed here, and the user's password manager may forget it too. */
  | { readonly kind: 'passkey_wrong' | 'passkey_unknown' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }

export interface SignInProps {
  readonly form: FormTarget
  readonly client: ClientView
  /** What was typed before, or the request's `login_hint`. */
  readonly username?: string | undefined
  readonly fault?: SignInIssue | undefined
  /** Whether "keep me signed in" is offered, and how it stood when the form was sent. */
  readonly remember?: { readonly checked: boolean } | undefined
  /** Set to ask for the password of this account only; its username is sent as `username`. */
  readonly confirm?:
    | {
        readonly account: AccountView
        readonly username: string
        /** The service itself asks, before a change that nobody else may make. */
        readonly change?: boolean
      }
    | undefined
  readonly forgotHref?: string | undefined
  /** Where the script gets the options of a passkey, and the host that passkeys belong to; absent where there are none. */
  readonly passkeys?:
    | {
        readonly optionsHref: string
        readonly host: string
        /** One may be offered after the password: the script says whether the browser can create it. */
        readonly offered?: boolean
      }
    | undefined
  /** Providers elsewhere at which one may sign in instead. */
  readonly elsewhere?: ElsewhereProps['elsewhere']
  /** Users come from one of these alone: no password is asked for. */
  readonly only?: boolean
  /** Seconds until the page is of no use any more. */
  readonly expiresInSeconds?: number | undefined
}
