import { type UpstreamProvider, UpstreamRefused } from '../../lib/ports/upstream-provider.ts'
import { boundedCall, isCallable } from './bounded-call.ts'
import type { UpstreamSettings } from './settings.ts'
import { upstreamProvider } from './upstream-provider.ts'

/** Maximum difference between Portico's clock and the provider's clock. */
const SKEW_SECONDS = 60

/** The result of one step of the test. */
export interface ProviderStep {
  readonly step: 'tls' | 'discovery' | 'issuer' | 'endpoints' | 'pkce' | 'algorithms' | 'keys' | 'clock'
  /** `noted` is informational, not a failure. */
  readonly outcome: 'ok' | 'failed' | 'noted'
  /** A sentence for an administrator, without secrets. */
  readonly detail: string
}

type Report = (outcome: ProviderStep['outcome'], detail: string) => ProviderStep
const at =
  (step: ProviderStep['step']): Report =>
  (outcome, detail) => ({ step, outcome, detail })

type Metadata = Readonly<Record<string, unknown>>

/** Tests the steps of a sign-in that need no user or client secret. Stops if discovery fails. */
export async function* testProvider(options: UpstreamSettings): AsyncGenerator<ProviderStep, void, undefined> {
  const found = yield* discovered(options)
  if (found === undefined) return
  const { metadata, date } = found
  const isSame = metadata['issuer'] === options.issuer
  const named = `its metadata name ${excerpt(metadata['issuer'])}`
  yield isSame ? at('issuer')('ok', `${named}, as the settings do`) : at('issuer')('failed', named)
  const endpoints = await endpointStep(metadata, options)
  yield endpoints
  yield pkceStep(metadata)
  if (isSame && endpoints.outcome === 'ok') yield* keySteps(upstreamProvider(options))
  yield clockStep(date, options.now())
}

interface Found {
  readonly metadata: Metadata
  /** The provider's time, from its response header. */
  readonly date: string | null
}

const TLS_FAILURE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO)/

async function* discovered({ issuer, guard }: UpstreamSettings): AsyncGenerator<ProviderStep, Found | undefined> {
  const address = new URL(issuer)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await boundedCall({ issuer, guard })(address.href, { headers: { Accept: 'application/json' } })
    yield address.protocol === 'https:'
      ? at('tls')('ok', `the certificate of ${address.host} is trusted`)
      : at('tls')('noted', 'it is asked over http, which localhost alone may be')
    const metadata: unknown = answer.status === 200 ? await answer.json().catch(() => undefined) : undefined
    if (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)) {
      yield at('discovery')('ok', address.href)
      return { metadata: metadata as Metadata, date: answer.headers.get('date') }
    }
    yield at('discovery')('failed', `${address.href} is no discovery document (status ${answer.status})`)
  } catch (error) {
    const why = whyOf(error)
    yield at(TLS_FAILURE.test(why) ? 'tls' : 'discovery')('failed', `${address.href}: ${why}`)
  }
  return undefined
}

const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** Checks for missing or forbidden endpoints, without sending anything to them. */
async function endpointStep(metadata: Metadata, { issuer, guard }: UpstreamSettings): Promise<ProviderStep> {
  const missing = NEEDED.filter((name) => !URL.canParse(String(metadata[name])))
  if (missing.length > 0) return at('endpoints')('failed', `its metadata lack ${missing.join(', ')}`)
  const own = new URL(issuer)
  for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
    const text = metadata[name]
    if (typeof text !== 'string' || !URL.canParse(text)) continue
    const { hostname } = new URL(text)
    if (!isCallable(text, issuer)) return at('endpoints')('failed', `${name} is no https address: ${excerpt(text)}`)
    const why = hostname === own.hostname ? undefined : await refusedBy(guard, hostname)
    if (why !== undefined) return at('endpoints')('failed', `${name} is at ${hostname}: ${why}`)
  }
  const userinfo = metadata['userinfo_endpoint'] === undefined ? ', without userinfo' : ''
  return at('endpoints')('ok', `${NEEDED.join(', ')} are named and may be asked${userinfo}`)
}

function refusedBy(guard: UpstreamSettings['guard'], hostname: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    guard.otherHosts(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) => resolve(error?.message))
  })
}

/** Many providers support PKCE but do not list it in their metadata (RFC 8414 s2). */
function pkceStep(metadata: Metadata): ProviderStep {
  const methods = metadata['code_challenge_methods_supported']
  if (!Array.isArray(methods)) return at('pkce')('noted', 'its metadata do not say whether it takes S256; it is sent')
  return methods.includes('S256')
    ? at('pkce')('ok', 'S256 is named')
    : at('pkce')('failed', `S256 is not among ${excerpt(methods.join(', '))}`)
}

/** Tests the keys with the same code that sign-ins use. */
async function* keySteps(provider: UpstreamProvider): AsyncGenerator<ProviderStep, void, undefined> {
  try {
    const { algorithms, jwksUri, keys } = await provider.describe()
    yield algorithms.length > 0
      ? at('algorithms')('ok', algorithms.join(', '))
      : at('algorithms')('failed', 'it signs ID tokens in no way that is taken here: RS, PS, ES or EdDSA')
    yield at('keys')(keys > 0 ? 'ok' : 'failed', `${jwksUri} has ${keys} keys`)
  } catch (error) {
    yield at('keys')('failed', whyOf(error))
  }
}

function clockStep(date: string | null, now: number): ProviderStep {
  const there = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(there)) return at('clock')('noted', 'it does not say what time it is there')
  const seconds = Math.round(Math.abs(now - there) / 1000)
  const isNear = seconds <= SKEW_SECONDS
  return at('clock')(isNear ? 'ok' : 'failed', `this clock and that of the provider differ by ${seconds} s`)
}

const whyOf = (error: unknown): string =>
  error instanceof UpstreamRefused ? (error.detail ?? error.ref) : (error as Error).message

/** Truncates untrusted text. */
const excerpt = (value: unknown): string => String(value).slice(0, 200)
