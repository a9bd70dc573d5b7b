/**
 * Binds an interaction or sign-in to the browser that started it (D-S10) by storing the digest of a random `__Host-`
 * cookie. No other host can set that cookie, so planting the flow's other cookies in a different browser is useless.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { deny } from '../../../policies/verdict.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { cookieName, cookieValue, setCookie } from './cookies.ts'
import { ProtocolError, type RequestContext } from './request-context.ts'

export type BrowserBinding = ReturnType<typeof browserBinding>

const VALUE = /^[\w-]{43}$/
const DIGEST_BYTES = 16
/** Long, because if the cookie is missing, two tabs that start at the same time overwrite each other's cookie. */
const KEPT_SECONDS = 30 * 86_400

export function browserBinding({ mountPath, https }: { readonly mountPath: string; readonly https: boolean }) {
  // The name contains a digest of the path, so two instances of Portico on one host use different cookies.
  const name = cookieName(`sso_browser_${digestOf(mountPath, 6)}`, { https, path: '/' })
  const given = new WeakMap<IncomingMessage, string>()
  const held = (req: IncomingMessage): string | undefined => {
    const sent = cookieValue(req, name)
    return given.get(req) ?? (sent !== undefined && VALUE.test(sent) ? sent : undefined)
  }
  return {
    /** Sets or renews this browser's cookie and returns its digest. */
    bind({ req, res }: RequestContext): string {
      const value = held(req) ?? randomBytes(32).toString('base64url')
      if (given.get(req) === undefined) {
        given.set(req, value)
        setCookie(res, name, value, { path: '/', https, seconds: KEPT_SECONDS })
      }
      return digestOf(value, DIGEST_BYTES)
    },
    /** @throws ProtocolError cookies_missing if the browser did not send its cookie, so it cannot continue a sign-in */
    assertSent({ req }: RequestContext): void {
      if (held(req) === undefined) throw new ProtocolError(deny('invalid_request', 'cookies_missing'))
    },
    /** Whether the digest belongs to this browser. */
    isBound({ req }: RequestContext, digest: string): boolean {
      const known = held(req)
      return known !== undefined && digestOf(known, DIGEST_BYTES) === digest
    },
  }
}
