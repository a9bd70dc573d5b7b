import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Consents } from '../../domain/accounts/consents.ts'
import type { PasskeyCeremonies } from '../../domain/accounts/factors/passkey-ceremonies.ts'
import type { SignInLimits } from '../../domain/accounts/sign-in-throttle.ts'
import type { TrustedDevices } from '../../domain/accounts/trusted-devices.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { AuditTrail } from '../../domain/audit/audit-trail.ts'
import { type Client, findClient } from '../../domain/clients/client-record.ts'
import type { MailCodes } from '../../domain/letters/mail-codes.ts'
import type { RecentRecoveries } from '../../domain/letters/recent-recoveries.ts'
import type { UserNotices } from '../../domain/letters/user-notices.ts'
import type { ClientStore } from '../../ports/clients.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { Forwarding } from '../../web/pages/forwarding.ts'
import type { KnownBrowsers } from '../../web/pages/known-browser.ts'
import type { LastClient } from '../../web/pages/last-client.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import type { Site } from '../../web/request/site.ts'
import type { Engine, InteractionState } from '../engine/engine.ts'
import { isSameClient } from '../engine/interactions.ts'
import { findPending, type KnownPendingSignIn, type PendingServices } from './pending.ts'

export interface OfferedConnector {
  readonly id: string
  readonly name: string
  /** Nobody comes another way, so that the page leads there by itself. */
  readonly only: boolean
}

/** What a sign-in at a provider is for, and what is passed on of the client's demands. */
export interface AskedOfProvider {
  /** Uid of the interaction. */
  readonly interaction: string
  readonly prompt?: string | undefined
  readonly max_age?: string | undefined
  readonly login_hint?: string | undefined
}

/** All that the stages need; each of them takes the part that it uses. */
export interface InteractionServices extends PendingServices {
  readonly site: Site
  readonly storage: PendingServices['storage'] & { readonly clients: ClientStore }
  readonly engine: Engine
  readonly pages: Pages
  readonly guard: Csrf
  readonly consents: Consents
  readonly limits: SignInLimits
  /** Undefined with a directory of the host's own: it knows no account behind a name. */
  readonly known: KnownBrowsers | undefined
  /** What is undefined is not sent. */
  readonly email: {
    readonly mailCodes: MailCodes | undefined
    readonly recoveries: RecentRecoveries | undefined
    readonly notices: UserNotices | undefined
  }
  /** Undefined where there can be no passkeys. */
  readonly passkeys: PasskeyCeremonies | undefined
  /** Undefined where no browser may be trusted. */
  readonly trusted: TrustedDevices | undefined
  readonly audit: Pick<AuditTrail, 'note'>
  readonly lastClient: LastClient
  readonly login: {
    readonly remember: 'ask' | 'always' | 'never'
    /** Whether a user without a passkey is offered one after a password. */
    readonly offerPasskey: boolean
    /** Where a forgotten password is replaced; undefined where there is no such place. */
    readonly forgotUrl: string | undefined
    /** Providers elsewhere at which users may sign in. */
    readonly upstreams: readonly OfferedConnector[]
  }
  readonly forwarding: Forwarding
  /** Sends the browser to a provider. @throws ProtocolError where it cannot be asked */
  readonly leadTo: (context: RequestContext, connector: string, asked: AskedOfProvider) => Promise<void>
  /** Ends a browser session and tells its clients (another user signs in on this device). */
  readonly endSession: (session: { readonly accountId: string; readonly uid: string }) => Promise<void>
}

/** What a page and its form work on. */
export interface OpenInteraction {
  readonly context: RequestContext
  readonly state: InteractionState
  readonly client: Client
  /** Who is signed in, as the directory knows them. */
  readonly user: User | undefined
  /** A sign-in that was begun here; looked for only where it counts. */
  readonly pending: KnownPendingSignIn | undefined
  readonly action: string
  readonly hidden: Readonly<Record<string, string>>
}

export type Form = ReadonlyMap<string, string>

/**
 * What became of a form. `led`: the browser was sent on. `shown`: its page was shown again. `void`: what came before it counts
 * no more, and nothing was answered yet.
 */
export type Outcome = 'led' | 'shown' | 'void'

export interface StageHandlers {
  /** The page of the stage. */
  show(services: InteractionServices, open: OpenInteraction): Promise<void>
  /** The form of the page. */
  take(services: InteractionServices, open: OpenInteraction, form: Form): Promise<Outcome>
}

/** Undefined where there is none for this browser. */
export async function openInteraction(
  services: PendingServices & Pick<InteractionServices, 'engine' | 'storage' | 'guard' | 'site'>,
  context: RequestContext,
): Promise<OpenInteraction | undefined> {
  const state = await services.engine.interaction(context, context.rest)
  if (state === undefined) return undefined
  const [client, user, pending] = await Promise.all([
    clientOf(services, context, state),
    state.accountId === undefined ? undefined : services.users.find(state.accountId),
    // A form may wait for another one, and looks for it then.
    context.req.method === 'POST' ? undefined : findPending(services, state),
  ])
  const action = `${services.site.mountPath}/interaction/${context.rest}`
  return { context, state, client, user, pending, action, hidden: services.guard.fields(csrfBinding(state)) }
}

export const csrfBinding = ({ interaction }: InteractionState): string => `interaction ${interaction.uid}`

async function clientOf(
  { storage }: Pick<InteractionServices, 'storage'>,
  context: RequestContext,
  { interaction: { params }, run }: InteractionState,
): Promise<Client> {
  const client = await findClient(storage.clients, params.client_id)
  if (client?.status !== 'active' || !isSameClient(client, run.interaction))
    throw new ProtocolError(deny('invalid_request', 'invalid_client', 'the client was removed or disabled meanwhile'))
  context.client = client
  if (!isRegisteredUri(params.redirect_uri ?? '', client.redirectUris))
    throw new ProtocolError(
      deny('invalid_request', 'redirect_uri_mismatch', 'the client does not have the address any more'),
    )
  return client
}
