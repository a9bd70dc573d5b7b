import type { Client } from '../../domain/clients/client-record.ts'
import type { LogoutServices } from '../../protocol/logout/logout.ts'
import type { Started, StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { ClientView } from '../../web/ui/components/card.tsx'
import type { AppSessions } from './app-session.ts'
import type { FirstPartyKind } from './clients.ts'

/** Services that every first-party app needs. */
export type FirstPartyServices = Omit<LogoutServices, 'logoutPath' | 'confirm' | 'centralized'>

/** An app that Portico itself signs users in to. `gate`: an app behind forward auth, without OpenID Connect. */
export interface SignedInApp {
  readonly clientId: string
  readonly kind: FirstPartyKind | 'gate'
  readonly name: string
  /** Base of the redirect URI `{url}/callback`, without a trailing slash. */
  readonly url: string
  readonly scopes: readonly string[]
}

/** A sign-in started by a first-party app. */
export interface AppSignIn extends Started {
  /** Path, relative to the app, to return to after the sign-in. */
  readonly returnTo: string
  /** The requested `acr`. */
  readonly requestedAcr?: string
}

/** A first-party or gated app as a relying party. */
export interface RelyingParty extends FirstPartyServices {
  readonly app: SignedInApp
  /** Whether a stored client is this app rather than a different app with the same ID. */
  readonly isItself: (client: Client) => boolean
  readonly sessions: AppSessions
  readonly started: StartedSignIns<AppSignIn>
  /** Builds the URL for a path in the app, such as the one a sign-in returns to. */
  href(path: string): string
  /** URL of the app's start page. */
  readonly homeHref: string
  /** URL that starts a sign-in with account selection. */
  readonly otherAccountHref: string
  /** A gated app's name and owner. */
  readonly named?: { readonly client: ClientView; readonly owner: string | undefined }
}
