import type { Client } from '../../domain/clients/client-record.ts'
import type { LogoutServices } from '../../protocol/logout/logout.ts'
import type { Started, StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { ClientView } from '../../web/ui/components/card.tsx'
import type { AppSessions } from './app-session.ts'
import type { FirstPartyKind } from './clients.ts'

/** What an app of our own needs of the service, whatever its pages do. */
export type FirstPartyServices = Omit<LogoutServices, 'logoutPath' | 'confirm' | 'centralized'>

/** An app that the service signs users in to by itself. `gate`: one that does not speak OpenID Connect. */
export interface SignedInApp {
  readonly clientId: string
  readonly kind: FirstPartyKind | 'gate'
  readonly name: string
  /** Its sign-ins come back to `/callback` below this address, which has no trailing slash. */
  readonly url: string
  readonly scopes: readonly string[]
}

/** A sign-in that an app of ours has begun. */
export interface BegunSignIn extends Started {
  /** Path below the app to go to afterwards. */
  readonly returnTo: string
  /** The `acr` that was asked for. */
  readonly asked?: string
}

/** Such an app as a client of the service. */
export interface RelyingParty extends FirstPartyServices {
  readonly app: SignedInApp
  /** Whether a client of the store is this app, and not another one under its id. */
  readonly isItself: (client: Client) => boolean
  readonly sessions: AppSessions
  readonly started: StartedSignIns<BegunSignIn>
  /** Address of a path of the app, to which a sign-in comes back. */
  href(path: string): string
  /** Where it begins. */
  readonly homeHref: string
  /** Begins a sign-in that asks which account. */
  readonly otherAccountHref: string
  /** Of an app that is none of the service's: what it is called, and whom to ask for access. */
  readonly named?: { readonly client: ClientView; readonly owner: string | undefined }
}
