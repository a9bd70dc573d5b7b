import { randomBytes } from 'node:crypto'
import { withoutCredentials } from '../../../policies/foreign-text.ts'
import type { SecondFactorRule } from '../../../policies/upstream-context.ts'
import { shownOfProvider, upstreamError, upstreamOutcome } from '../../../policies/upstream-refusal.ts'
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
import { type Handler, ProtocolError } from '../../web/request/request-context.ts'
import type { Engine } from '../engine/engine.ts'
import type { LinkIntent, Linking } from './linking.ts'

/** What is registered at a provider for its connector. */
export interface RegisteredAddresses {
  readonly redirectUri: string
  readonly backchannelLogoutUri: string
  /** Where its sign-out comes back to. */
  readonly signedOutUri: string
}

export function registeredAddresses(issuerUrl: string, id: string): RegisteredAddresses {
  const base = `${issuerUrl}/upstream/${id}`
  return {
    redirectUri: `${base}/callback`,
    backchannelLogoutUri: `${base}/backchannel-logout`,
    signedOutUri: `${base}/signed-out`,
  }
}

/** An OpenID provider that users come from, with what the settings say of it. */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly provider: UpstreamProvider
  /** Claims that the ID token must have, with these values. */
  readonly require: Readonly<Record<string, string>>
  readonly firstSignIn: 'create' | 'link' | 'deny'
  /** Claims of the provider, by the claim here that they become. */
  readonly claims: Readonly<Record<string, string>>
  readonly roles: RoleTable | undefined
  /** Seconds that whoever came by it holds anything here (D-A5). */
  readonly maxAge: number
  readonly secondFactor: SecondFactorRule | undefined
}

/** A sign-in that was begun at a provider: it belongs to a connector, an interaction and a browser (D-S10). */
export interface BegunAtProvider extends Started {
  readonly connector: string
  /** Empty where nobody signs in here by it. */
  readonly interaction: string
  /** Whoever signs in there is to be linked to an account. */
  readonly link?: LinkIntent
  /** What was passed on of the client's demands. */
  readonly prompt?: string
  readonly maxAgeSeconds?: number
  readonly remember: boolean
  /** Seconds since the epoch. */
  readonly at: number
}

/** How long a sign-in at a provider may take, in seconds. */
export const AT_PROVIDER_SECONDS = 600

export interface UpstreamServices extends OutcomeServices {
  readonly issuerUrl: string
  readonly mountPath: string
  readonly connectors: readonly Connector[]
  readonly started: StartedSignIns<BegunAtProvider>
  /** Undefined with a directory of the host's own. */
  readonly identities: Identities | undefined
  /** Of a directory of the host's own. */
  readonly forIdentity: Users['forIdentity']
  readonly linking: Linking
  readonly guard: Csrf
  readonly binding: BrowserBinding
  readonly engine: Pick<Engine, 'hasBegun'>
  readonly records: EphemeralStore
  readonly subjects: SubjectStore
  /** Where the browser comes back to from a sign-out at the provider. */
  readonly signedOut: Handler
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

export const redirectUriOf = ({ issuerUrl }: Pick<UpstreamServices, 'issuerUrl'>, { id }: Connector): string =>
  registeredAddresses(issuerUrl, id).redirectUri

/** What is asked of the provider; the same words judge its answer. */
export function requestOf(
  services: Pick<UpstreamServices, 'issuerUrl'>,
  connector: Connector,
  state: string,
  { nonce, verifier, prompt, maxAgeSeconds }: BegunAtProvider,
): UpstreamRequest {
  return {
    state,
    nonce,
    verifier,
    redirectUri: redirectUriOf(services, connector),
    ...(prompt === undefined ? {} : { prompt }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
  }
}

export const secret = (): string => randomBytes(32).toString('base64url')

/** A refusal of the provider, or of what it said, as an error of this service. */
export function refusalIn(error: unknown): unknown {
  if (!(error instanceof UpstreamRefused)) return error
  const told = error.told === undefined ? undefined : withoutCredentials(error.told)
  return new ProtocolError(deny(upstreamError(error.ref), error.ref, told))
}

/** What became of a sign-in at a provider: for measurements, and for whoever must fix the connector. */
export interface OutcomeServices {
  readonly measurements: Pick<Measurements, 'upstreamSignIn'>
  readonly health: Pick<ConnectorHealth, 'succeeded' | 'failed'>
}

/** @param claims what the provider said of its user */
export function noteSuccess(
  { measurements, health }: OutcomeServices,
  { id, roles }: Pick<Connector, 'id' | 'roles'>,
  claims: UpstreamClaims,
): void {
  measurements.upstreamSignIn(id, 'ok')
  health.succeeded(id, leavesRolesOut(claims, roles) ? 'left-out' : 'there')
}

/** @param answer the parameters with which the browser came back, if it did */
export function noteRefusal(
  { measurements, health }: OutcomeServices,
  { id }: Pick<Connector, 'id'>,
  error: unknown,
  answer?: URLSearchParams,
): void {
  if (!(error instanceof UpstreamRefused)) return
  measurements.upstreamSignIn(id, upstreamOutcome(error.ref))
  const shown = shownOfProvider(error.ref)
  if (shown === 'works') health.succeeded(id, 'there')
  // An error in the answer may be written by whoever has the browser.
  if (shown === 'fails' && answer?.has('error') !== true) health.failed(id, error.ref)
}
