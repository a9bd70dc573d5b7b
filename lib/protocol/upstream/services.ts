import { randomBytes } from 'node:crypto'
import { withoutCredentials } from '../../../policies/untrusted-text.ts'
import type { SecondFactorRule } from '../../../policies/upstream-context.ts'
import { providerSignal, upstreamError, upstreamOutcome } from '../../../policies/upstream-refusal.ts'
import { leavesRolesOut, type RoleTable } from '../../../policies/upstream-roles.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Identities } from '../../domain/accounts/identities.ts'
import type { Users } from '../../domain/accounts/user-directory.ts'
import type { ConnectorHealth } from '../../domain/metrics/connector-health.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { Measurements } from '../../ports/measurements.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import {
  type UpstreamClaims,
  type UpstreamProvider,
  UpstreamRefused,
  type UpstreamRequest,
} from '../../ports/upstream-provider.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { Started, StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import { type Handler, ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import type { Engine } from '../engine/engine.ts'
import type { LinkIntent, Linking } from './linking.ts'

/** The URIs that administrators must register with the external provider. */
export function registeredAddresses(issuerUrl: string, id: string) {
  const base = `${issuerUrl}/upstream/${id}`
  return {
    redirectUri: `${base}/callback`,
    backchannelLogoutUri: `${base}/backchannel-logout`,
    /** Post-logout redirect URI. */
    signedOutUri: `${base}/signed-out`,
  }
}

/** An external OpenID provider and the settings for it. */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly provider: UpstreamProvider
  /** Claims that the ID token must contain, with their values. */
  readonly require: Readonly<Record<string, string>>
  readonly firstSignIn: 'create' | 'link' | 'deny'
  /** Names of the provider's claims, keyed by the name of the matching claim in Portico. */
  readonly claims: Readonly<Record<string, string>>
  readonly roles: RoleTable | undefined
  /** Maximum lifetime of federated sessions and tokens, in seconds (D-A5). */
  readonly maxAge: number
  readonly secondFactor: SecondFactorRule | undefined
}

/** A started sign-in at a provider, bound to a connector, an interaction, and a browser (D-S10). */
export interface ProviderSignIn extends Started {
  readonly connector: string
  /** Empty when the sign-in only links an identity. */
  readonly interaction: string
  /** Set when the sign-in links the identity to an account. */
  readonly link?: LinkIntent
  /** The client's `prompt` parameter, which is forwarded to the provider. */
  readonly prompt?: string
  readonly maxAgeSeconds?: number
  readonly remember: boolean
  /** Seconds since the epoch. */
  readonly at: number
}

/** Maximum duration of a sign-in at a provider, in seconds. */
export const AT_PROVIDER_SECONDS = 600

export interface UpstreamServices extends OutcomeServices {
  readonly issuerUrl: string
  readonly mountPath: string
  readonly connectors: readonly Connector[]
  readonly started: StartedSignIns<ProviderSignIn>
  /** Links between external identities and accounts; undefined if the host has its own directory. */
  readonly identities: Identities | undefined
  /** Looks up the user for an identity in the host's own directory. */
  readonly forIdentity: Users['forIdentity']
  readonly linking: Linking
  readonly guard: Csrf
  readonly binding: BrowserBinding
  readonly engine: Pick<Engine, 'hasBegun'>
  readonly records: EphemeralStore
  readonly subjects: SubjectStore
  /** Handles the return from a sign-out at the provider. */
  readonly signedOut: Handler
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

/** A request from a browser about a connector. */
export interface ConnectorRequest {
  readonly services: UpstreamServices
  readonly context: RequestContext
  readonly connector: Connector
}

/** Builds the request to the provider. Later, the response must match it. */
export function requestOf(
  services: Pick<UpstreamServices, 'issuerUrl'>,
  connector: Connector,
  state: string,
  { nonce, verifier, prompt, maxAgeSeconds }: ProviderSignIn,
): UpstreamRequest {
  return {
    state,
    nonce,
    verifier,
    redirectUri: registeredAddresses(services.issuerUrl, connector.id).redirectUri,
    ...(prompt === undefined ? {} : { prompt }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
  }
}

export const secret = (): string => randomBytes(32).toString('base64url')

/** Converts an error from a sign-in at the provider to an error that Portico can send. */
export function refusalIn(error: unknown): unknown {
  if (!(error instanceof UpstreamRefused)) return error
  const detail = error.detail === undefined ? undefined : withoutCredentials(error.detail)
  return new ProtocolError(deny(upstreamError(error.ref), error.ref, detail))
}

/** Services that record whether sign-ins at a provider succeed. */
export interface OutcomeServices {
  readonly measurements: Pick<Measurements, 'upstreamSignIn'>
  readonly health: Pick<ConnectorHealth, 'succeeded' | 'failed'>
}

/** Records a successful sign-in at a provider. @param claims the provider's claims about the user */
export function noteSuccess(
  { measurements, health }: OutcomeServices,
  { id, roles }: Pick<Connector, 'id' | 'roles'>,
  claims: UpstreamClaims,
): void {
  measurements.upstreamSignIn(id, 'ok')
  health.succeeded(id, leavesRolesOut(claims, roles) ? 'left-out' : 'there')
}

/** Records a failed sign-in at a provider. @param answer the callback's query parameters, if the browser returned */
export function noteRefusal(
  { measurements, health }: OutcomeServices,
  { id }: Pick<Connector, 'id'>,
  error: unknown,
  answer?: URLSearchParams,
): void {
  if (!(error instanceof UpstreamRefused)) return
  measurements.upstreamSignIn(id, upstreamOutcome(error.ref))
  const shown = providerSignal(error.ref)
  if (shown === 'works') health.succeeded(id, 'there')
  // Ignore errors from the callback's query, because an attacker can forge them.
  if (shown === 'fails' && answer?.has('error') !== true) health.failed(id, error.ref)
}
