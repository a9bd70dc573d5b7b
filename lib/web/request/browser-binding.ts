/**
 * What a browser has begun belongs to it (D-S10). Each browser gets a random cookie with the `__Host-` prefix, which no other host
 * can plant; what it begins, an interaction or a sign-in to panel or portal, carries the digest of that cookie. Whoever plants his
 * own cookies, or carries them elsewhere, finds that they lead nowhere.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { digestOf } from '../../domain/keys/digest.ts'
import { cookieName, cookieValue, setCookie } from './cookies.ts'
import type { RequestContext } from './request-context.ts'

export type BrowserBinding = ReturnType<typeof browserBinding>

const VALUE = /^[\w-]{43}$/
const DIGEST_BYTES = 16
/** Of two tabs that begin at once in a browser without the cookie, one is in vain: so it is kept, and renewed at each beginning. */
const KEPT_SECONDS = 30 * 86_400

export function browserBinding({ mountPath, https }: { readonly mountPath: string; readonly https: boolean }) {
  // Two services at one host keep out of each other's way.
  const name = cookieName(`sso_browser_${digestOf(mountPath, 6)}`, { https, path: '/' })
  const given = new WeakMap<IncomingMessage, string>()
  const held = (req: IncomingMessage): string | undefined => {
    const sent = cookieValue(req, name)
    return given.get(req) ?? (sent !== undefined && VALUE.test(sent) ? sent : undefined)
  }
  return {
    /** The digest that stands for this browser, which gets its cookie, or keeps it longer, with this answer. */
    bind({ req, res }: RequestContext): string {
      const value = held(req) ?? randomBytes(32).toString('base64url')
      if (given.get(req) === undefined) {
        given.set(req, value)
        setCookie(res, name, value, { path: '/', https, seconds: KEPT_SECONDS })
      }
      return digestOf(value, DIGEST_BYTES)
    },
    /** Whether this is the browser that the digest stands for. */
    isBound({ req }: RequestContext, digest: string): boolean {
      const known = held(req)
      return known !== undefined && digestOf(known, DIGEST_BYTES) === digest
    },
  }
}
