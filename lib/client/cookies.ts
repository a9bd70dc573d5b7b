/** Cookies of the app: encrypted, and split where they are longer than browsers accept. */
import { hkdfSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { responses } from './hosts.ts'
import type { Settings } from './options.ts'

/** Browsers accept 4,096 bytes, with the name and the attributes. */
const PART = /.{1,3800}/g
/** Node accepts headers of 16 kB. */
const PARTS_MAX = 3

export type Sealing = ReturnType<typeof sealing>

export function sealing({ secret, clientId, issuer }: Settings) {
  const key = new Uint8Array(hkdfSync('sha256', secret, issuer, `portico-sso/client session of ${clientId}`, 32))
  return {
    seal: (value: object): Promise<string> =>
      new EncryptJWT({ ...value }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key),
    /** Undefined for a text that was not sealed with this key. */
    open: <Value>(text = ''): Promise<Value | undefined> =>
      jwtDecrypt<Value>(text, key).then(
        ({ payload }) => payload,
        () => undefined,
      ),
  }
}

export type CookieJar = ReturnType<typeof cookieJar>

export function cookieJar({ clientId, origin }: Settings) {
  const isSecure = origin.startsWith('https:')
  // Cookies are per host, not per port: the names separate apps on one machine.
  const base = clientId.replace(/[^\w-]/g, '_')
  const attributes = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const namesOf = (name: string) => [name, ...Array.from({ length: PARTS_MAX - 1 }, (_, part) => `${name}.${part + 1}`)]
  const find = (req: IncomingMessage, name: string): string | undefined =>
    req.headers.cookie
      ?.split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1)
  return {
    // With this prefix, sibling hosts cannot set the cookie.
    session: `${isSecure ? '__Host-' : ''}${base}_session`,
    /** The name of the cookie for one attempt to sign in. Two tabs can sign in in parallel. */
    attempt: (state: string): string => `${base}_attempt_${state.slice(0, 16).replace(/[^\w-]/g, '_')}`,
    /** An empty text without one. */
    read: (req: IncomingMessage, name: string): string =>
      namesOf(name)
        .map((part) => find(req, part) ?? '')
        .join(''),
    /** @param seconds until the browser removes it; without it, the cookie lasts until the browser is closed */
    write(req: IncomingMessage, name: string, value: string, path = '/', seconds?: number): void {
      const res = responses.get(req)
      if (res === undefined || res.headersSent) return
      const parts = value.match(PART) ?? ['']
      if (parts.length > PARTS_MAX)
        throw new Error(`a session of ${value.length} bytes is too long for cookies: set sessions: memorySessions()`)
      for (const [index, partName] of namesOf(name).entries()) {
        const part = parts[index]
        // A shorter session must not end with a part of the longer one.
        if (part === undefined && find(req, partName) === undefined) continue
        const age = part === undefined ? 0 : seconds
        const maxAge = age === undefined ? '' : `; Max-Age=${age}`
        res.appendHeader('Set-Cookie', `${partName}=${part ?? ''}; Path=${path}${maxAge}; ${attributes}`)
      }
    },
  }
}
