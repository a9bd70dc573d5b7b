import { randomBytes } from 'node:crypto'
import { withoutCredentials } from '../../../policies/foreign-text.ts'
import { upstreamError } from '../../../policies/upstream-refusal.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Identities } from '../../domain/accounts/identities.ts'
import type { Users } from '../../domain/accounts/user-directory.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import { UpstreamRefused, type UpstreamRequest } from '../../ports/upstream-provider.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { Started, StartedSignIns } from '../../web/pages/started-sign-in.ts'
import type { BrowserBinding } from '../../web/request/browser-binding.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler } from '../../web/request/request-context.ts'
import type { Engine } from '../engine/engine.ts'
import { registeredAddresses } from './addresses.ts'
import type { Connector } from './connectors.ts'
import type { LinkIntent, Linking } from './linking.ts'
import type { OutcomeServices } from './outcomes.ts'

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
