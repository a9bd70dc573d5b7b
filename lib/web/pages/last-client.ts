/**
 * Which app a browser came from last, for a page whose request has expired: a signed cookie with the client's id and its
 * expiry, and nothing in the store. It is sent to the sign-in pages only.
 */
import type { Signer } from '../../domain/keys/signer.ts'
import { cookieName, cookieValue, setCookie } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

const KEEP_SECONDS = 86_400
const VALUE = /^([a-z0-9-]{3,63})\.(\d{1,12})\.([\w-]{43})$/

export interface LastClient {
  remember(context: RequestContext, clientId: string): void
  /** Undefined when the cookie is absent, forged or too old. */
  recall(context: RequestContext): string | undefined
}

export interface LastClientSettings {
  readonly mountPath: string
  readonly https: boolean
  readonly signer: Signer
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

export function lastClient({ mountPath, https, signer, seconds }: LastClientSettings): LastClient {
  const name = cookieName('sso_last_client', { https })
  // The name is signed with the value, so that no other cookie signed with these keys is accepted instead.
  const signed = (clientId: string, until: string): string => `${name}=${clientId}.${until}`
  return {
    remember({ res }, clientId) {
      const until = String(seconds() + KEEP_SECONDS)
      const value = `${clientId}.${until}.${signer.sign(signed(clientId, until))}`
      setCookie(res, name, value, { path: `${mountPath}/interaction`, https, seconds: KEEP_SECONDS })
    },
    recall({ req }) {
      const [, clientId, until = '', signature = ''] = VALUE.exec(cookieValue(req, name) ?? '') ?? []
      if (clientId === undefined || Number(until) <= seconds()) return undefined
      return signer.index(signed(clientId, until), signature) === -1 ? undefined : clientId
    },
  }
}
