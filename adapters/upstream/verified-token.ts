import {
  type CompactVerifyResult,
  compactVerify,
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
} from 'jose'
import { type SignedClaims, UpstreamRefused } from '../../lib/ports/upstream-provider.ts'
import type { Call } from './bounded-call.ts'
import { type Asker, type Cached, cached } from './cached.ts'
import { isObject, type JsonObject, jsonAnswer } from './json-answer.ts'
import type { Discovered } from './metadata.ts'

const KEYS_KEPT_MS = 600_000
/** Minimum interval between key requests, because clients can trigger them with made-up key ids. */
const REFRESH_PAUSE_MS = 60_000
const TOKEN_LENGTH = 64 * 1024

export const cachedKeys = (call: Call, metadata: Cached<Discovered>, now: () => number): Cached<JSONWebKeySet> =>
  cached(
    async () => {
      const { jwksUri } = await metadata.read()
      const set = await jsonAnswer(await call(jwksUri, { headers: { Accept: 'application/json' } }))
      if (!Array.isArray(set.keys) || !set.keys.every(isObject)) throw new UpstreamRefused('upstream_response')
      return { keys: set.keys as JSONWebKeySet['keys'] }
    },
    KEYS_KEPT_MS,
    REFRESH_PAUSE_MS,
    now,
  )

/**
 * Verifies only the signature, not the claims.
 * @throws UpstreamRefused `upstream_token_invalid` for a malformed token, `upstream_signature` for a wrong signature
 */
export async function verifiedToken(
  token: string,
  { algorithms }: Pick<Discovered, 'algorithms'>,
  keys: Cached<JSONWebKeySet>,
  asker: Asker,
): Promise<SignedClaims> {
  const { alg } = headerOf(token)
  if (alg === undefined || !algorithms.includes(alg)) throw new UpstreamRefused('upstream_signature')
  const verify = (set: JSONWebKeySet): Promise<CompactVerifyResult> =>
    compactVerify(token, createLocalJWKSet(set), { algorithms: [...algorithms] })
  try {
    const { payload, protectedHeader } = await verify(await keys.read()).catch(async (error: unknown) => {
      // Refresh only if no key matches. A signature by a different key under a known id is a forgery.
      const newer = error instanceof errors.JWKSNoMatchingKey ? await keys.refresh(asker) : undefined
      if (newer === undefined) throw error
      return verify(newer)
    })
    return { typ: protectedHeader.typ, claims: contentsOf(payload) }
  } catch (error) {
    if (error instanceof UpstreamRefused) throw error
    const isMalformed = error instanceof errors.JWSInvalid || error instanceof errors.JOSENotSupported
    throw new UpstreamRefused(isMalformed ? 'upstream_token_invalid' : 'upstream_signature')
  }
}

/** Requires three parts, of which only the last can be empty, as with `alg: none`. */
function headerOf(token: string): { readonly alg?: string } {
  try {
    if (token.length <= TOKEN_LENGTH && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return decodeProtectedHeader(token)
  } catch {
    // Not JSON; rejected below.
  }
  throw new UpstreamRefused('upstream_token_invalid')
}

function contentsOf(payload: Uint8Array): JsonObject {
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    if (isObject(claims)) return claims
  } catch {
    // Not JSON; rejected below.
  }
  throw new UpstreamRefused('upstream_token_invalid')
}
