import type { Client } from '../../domain/clients/client-record.ts'
import type { LogoutServices } from '../../protocol/logout/logout.ts'
import type { Started, StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { ClientView } from '../../web/ui/components/card.tsx'
import type { AppSessions } from './app-session.ts'
import type { FirstPartyKind } from './clients.ts'

/** Services that every first-party app needs. */
export type FirstPartyServices = Omit<LogoutServices, 'logoutPath' | 'confirm' | 'centralized'>

/** An app that Portico signs users in to by itself. `gate`: an app behind forward auth, without OpenID Connect. */
export interface SignedInApp {
  readonly clientId: string
  readonly kind: FirstPartyKind | 'gate'
  readonly name: string
  /** Base of the redirect URI `{url}/callback`, without a trailing slash. */
  readonly url: string
  readonly scopes: readonly string[]
}

/** A sign-in that a first-party app has started. */
export interface AppSignIn extends Started {
  /** Path below the app to return to afterwards. */
  readonly returnTo: string
  /** The requested `acr`. */
  readonly requestedAcr?: string
}

/** Such an app as a client. */
export interface RelyingParty extends FirstPartyServices {
  readonly app: SignedInApp
  /** Whether a stored client is this app, and not another app with the same id. */
  readonly isItself: (client: Client) => boolean
  readonly sessions: AppSessions
  readonly started: StartedSignIns<AppSignIn>
  /** URL of a path of the app. Sign-ins return to it. */
  href(path: string): string
  /** URL of the app's start page. */
  readonly homeHref: string
  /** URL that starts a sign-in with an account choice. */
  readonly otherAccountHref: string
  /** Name and owner of a gated app. */
  readonly named?: { readonly client: ClientView; readonly owner: string | undefined }
}
