import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { TryOutcome } from '../../../policies/delivery-retry.ts'
import { LOGOUT_TOKEN_SECONDS } from '../../../policies/lifetimes.ts'
import { LOGOUT_EVENT, TOKEN_TYPES } from '../../../policies/signing.ts'
import type { LogoutNotice } from '../../ports/deliveries.ts'
import { signJwt } from '../keys/jws.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { type EgressGuard, ForbiddenAddress } from './egress-guard.ts'

/** Maximum size of a response in bytes. The contents only show whether the app refuses the token's algorithm. */
const ANSWER_LIMIT_BYTES = 8 * 1024
/** How long to wait for the rest of a response after its status has arrived, in milliseconds. */
const ANSWER_REST_MS = 1_000
/** What libraries respond that accept no ES256, such as Spring Security. */
const REFUSED_ALGORITHM = /\balg\b|algorithm/i

export type SendNotification = (delivery: LogoutNotice, environment: 'development' | 'live') => Promise<TryOutcome>

export interface Backchannel {
  readonly issuer: string
  readonly keys: KeyRing
  readonly egress: EgressGuard
  readonly timeoutMs: number
  readonly seconds: () => number
}

/** Sends the POST request defined in OIDC Back-Channel Logout s2.5, with a new logout token for each attempt. */
export function backchannelSender(backchannel: Backchannel): SendNotification {
  return async (delivery, environment) => {
    const url = URL.parse(delivery.uri)
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
      return { kind: 'no-answer', why: 'not an http address', final: true }
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A host name is checked during its DNS lookup. An IP address needs no lookup, so check it here.
    if (isIP(host) !== 0 && !backchannel.egress.allows(host, environment))
      return { kind: 'no-answer', why: 'address not allowed', final: true }
    const token = await logoutToken(backchannel, delivery)
    if (token === undefined) return { kind: 'no-answer', why: 'no signing key' }
    return post(backchannel, url, environment, new URLSearchParams({ logout_token: token }).toString())
  }
}

/** Claims defined in OIDC Back-Channel Logout s2.4; never a nonce. */
async function logoutToken(
  { issuer, keys, seconds }: Backchannel,
  { clientId, subject, sid }: LogoutNotice,
): Promise<string | undefined> {
  const key = keys.current()
  if (key === undefined) return undefined
  const iat = seconds()
  return signJwt(key, TOKEN_TYPES.logout, {
    iss: issuer,
    aud: clientId,
    iat,
    exp: iat + LOGOUT_TOKEN_SECONDS,
    jti: randomBytes(16).toString('base64url'),
    sub: subject,
    sid,
    events: { [LOGOUT_EVENT]: {} },
  })
}

function post(
  { egress, timeoutMs }: Backchannel,
  url: URL,
  environment: 'development' | 'live',
  body: string,
): Promise<TryOutcome> {
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      lookup: egress.lookup(environment),
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
      rejectUnauthorized: true,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body),
        Accept: '*/*',
      },
    })
    let [status, text]: [number | undefined, string] = [undefined, '']
    const finish = (withoutStatus: TryOutcome): void => {
      clearTimeout(timer)
      request.destroy()
      if (status === undefined) return resolve(withoutStatus)
      // The status counts even if the rest of the response cannot be read.
      const why = status === 400 && REFUSED_ALGORITHM.test(text) ? { why: 'algorithm refused' } : {}
      resolve({ kind: 'answered', status, ...why })
    }
    const end = (): void => finish({ kind: 'no-answer', why: 'timeout' })
    // A single time limit covers lookup, connection and response, so a slow client does not hold up a worker.
    let timer = setTimeout(end, timeoutMs)
    const failed = (error: NodeJS.ErrnoException): void =>
      finish(
        error instanceof ForbiddenAddress
          ? { kind: 'no-answer', why: 'address not allowed', final: true }
          : { kind: 'no-answer', why: error.code ?? 'connection failed' },
      )
    request.on('error', failed)
    request.on('response', (response) => {
      status = response.statusCode ?? 0
      clearTimeout(timer)
      timer = setTimeout(end, Math.min(timeoutMs, ANSWER_REST_MS))
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        text += chunk.toString('latin1')
        if (size > ANSWER_LIMIT_BYTES) end()
      })
      response.on('end', end).on('error', failed)
    })
    request.end(body)
  })
}
