import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Consents } from '../../domain/accounts/consents.ts'
import type { PasskeyCeremonies } from '../../domain/accounts/factors/passkey-ceremonies.ts'
import type { SecondFactorRequirement } from '../../domain/accounts/second-factor-requirement.ts'
import type { SignInLimits } from '../../domain/accounts/second-step-throttle.ts'
import type { TrustedDevices } from '../../domain/accounts/trusted-devices.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { AuditTrail } from '../../domain/audit/audit-trail.ts'
import { type Client, findClient } from '../../domain/clients/client-record.ts'
import type { MailCodes } from '../../domain/emails/mail-codes.ts'
import type { RecentRecoveries } from '../../domain/emails/recent-recoveries.ts'
import type { UserNotices } from '../../domain/emails/user-notices.ts'
import type { Seal } from '../../domain/keys/seal.ts'
import type { AccessRequests } from '../../domain/management/access-requests.ts'
import type { ClientStore } from '../../ports/clients.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { Forwarding } from '../../web/pages/forwarding.ts'
import type { KnownBrowsers } from '../../web/pages/known-browser.ts'
import type { NewAuthenticator } from '../../web/pages/new-authenticator.ts'
import type { Pages } from '../../web/pages/pages.ts'
import type { RecentSignIns } from '../../web/pages/recent-sign-ins.ts'
import { ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import type { Site } from '../../web/request/site.ts'
import type { ProviderIconProps } from '../../web/ui/components/provider-icon.tsx'
import type { Engine, InteractionState } from '../engine/engine.ts'
import { isSameClient } from '../engine/interactions.ts'
import { findPending, type KnownPendingSignIn, type PendingServices } from './pending.ts'

export interface OfferedConnector extends ProviderIconProps {
  readonly id: string
  readonly name: string
  /** Whether this provider is the only way to sign in. If so, the sign-in page redirects to it. */
  readonly only: boolean
}

/** A request to sign in at a provider: the interaction, and the client's parameters to forward to the provider. */
export interface ProviderRequest {
  /** The interaction's uid. */
  readonly interaction: string
  readonly prompt?: string | undefined
  readonly max_age?: string | undefined
  readonly login_hint?: string | undefined
}

/** Services for all stages. Each stage uses only some of them. */
export interface InteractionServices extends PendingServices {
  readonly site: Site
  readonly storage: PendingServices['storage'] & { readonly clients: ClientStore }
  readonly engine: Engine
  readonly pages: Pages
  readonly guard: Csrf
  readonly consents: Consents
  readonly limits: SignInLimits
  /** Undefined if the host has its own directory, because such a directory cannot map a name to an account. */
  readonly known: KnownBrowsers | undefined
  /** Services for each kind of email. A service is undefined if its kind of email is not sent. */
  readonly email: {
    readonly mailCodes: MailCodes | undefined
    readonly recoveries: RecentRecoveries | undefined
    readonly notices: UserNotices | undefined
    readonly accessRequests: AccessRequests | undefined
  }
  /** Undefined when passkeys are unavailable. */
  readonly passkeys: PasskeyCeremonies | undefined
  /** Browsers that skip the second step; undefined if users cannot trust their browsers. */
  readonly trusted: TrustedDevices | undefined
  readonly secondFactor: SecondFactorRequirement & {
    /** Sets up an authenticator app; undefined if the directory does not support it. */
    readonly newAuthenticator: ((place: string) => NewAuthenticator) | undefined
  }
  readonly audit: Pick<AuditTrail, 'note'>
  readonly sealer: Pick<Seal, 'seal' | 'open'>
  readonly recent: RecentSignIns
  readonly login: {
    readonly remember: 'ask' | 'always' | 'never'
    /** Whether a user without a passkey is offered one after a password sign-in, or gets one without a question. */
    readonly offerPasskey: boolean | 'silent'
    /** URL for recovering a password in an interaction; undefined when recovery is unavailable. */
    readonly forgotHref: (uid: string) => string | undefined
    /** Whether that URL is Portico's. */
    readonly resetsByEmail: boolean
    /** External providers that are offered for sign-in. */
    readonly upstreams: readonly OfferedConnector[]
    /** Redirects the browser to an external provider. @throws ProtocolError when the provider is unavailable */
    readonly leadTo: (context: RequestContext, connector: string, asked: ProviderRequest) => Promise<void>
  }
  readonly forwarding: Forwarding
  /** Ends a browser session and notifies its clients. Called when a different user signs in on this device. */
  readonly endSession: (session: { readonly accountId: string; readonly uid: string }) => Promise<void>
}

/** State that a page and its form need. */
export interface OpenInteraction {
  readonly context: RequestContext
  readonly state: InteractionState
  readonly client: Client
  /** The signed-in user, from the user directory. */
  readonly user: User | undefined
  /** The sign-in that is waiting for another step, if any. Form handlers read it later. */
  readonly pending: KnownPendingSignIn | undefined
  readonly action: string
  readonly hidden: Readonly<Record<string, string>>
}

export type Form = ReadonlyMap<string, string>

/**
 * Outcome of a form. `redirected`: the browser was redirected. `rendered`: the page was shown again. `stale`: the
 * previous step is no longer valid, and no response has been sent yet.
 */
export type Outcome = 'redirected' | 'rendered' | 'stale'

export interface StageHandlers {
  show(services: InteractionServices, open: OpenInteraction): Promise<void>
  take(services: InteractionServices, open: OpenInteraction, form: Form): Promise<Outcome>
}

/** Loads the state for a page or a form. Undefined if this browser has no interaction with the given ID. */
export async function openInteraction(
  services: PendingServices & Pick<InteractionServices, 'engine' | 'storage' | 'guard' | 'site'>,
  context: RequestContext,
): Promise<OpenInteraction | undefined> {
  const state = await services.engine.interaction(context, context.rest)
  if (state === undefined) return undefined
  const [client, user, pending] = await Promise.all([
    clientOf(services, context, state),
    state.accountId === undefined ? undefined : services.users.find(state.accountId),
    // Read it later for a POST, because the form may have to wait for an earlier one that changes the pending sign-in.
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
      deny('invalid_request', 'redirect_uri_mismatch', 'the client no longer has this redirect URI'),
    )
  return client
}
