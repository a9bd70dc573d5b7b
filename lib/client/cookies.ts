/** Cookies of the app: encrypted, and split where they are longer than browsers accept. */
import { hkdfSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Settings } from './options.ts'

/** Browsers accept 4,096 bytes, with the name and the attributes. */
const PART_LENGTH = 3_800
/** Node accepts headers of 16 kB. */
const PARTS_MAX = 3

export type Sealing = ReturnType<typeof sealing>

/** Encrypts values with A256GCM. */
export function sealing({ secret, clientId, issuer }: Settings) {
  const key = new Uint8Array(hkdfSync('sha256', secret, issuer, `portico-sso/client session of ${clientId}`, 32))
  return {
    seal: (value: object): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    /** Undefined for a text that was not sealed with this key. */
    async open(text: string | undefined): Promise<unknown> {
      try {
        if (text === undefined) return undefined
        const { plaintext } = await compactDecrypt(text, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
        return JSON.parse(new TextDecoder().decode(plaintext))
      } catch {
        return undefined
      }
    },
  }
}

export type CookieJar = ReturnType<typeof cookieJar>

export function cookieJar({ clientId, origin, basePath }: Settings) {
  const isSecure = origin.startsWith('https:')
  // Cookies are per host, not per port: the names separate apps on one machine.
  const base = clientId.replace(/[^\w-]/g, '_')
  const attributes = `HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const find = (req: IncomingMessage, name: string): string | undefined =>
    req.headers.cookie
      ?.split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1)
  return {
    // With this prefix, sibling hosts cannot set the cookie.
    session: `${isSecure && basePath === '' ? '__Host-' : ''}${base}_session`,
    /** The name of the cookie for one attempt to sign in. Two tabs can sign in in parallel. */
    attempt: (state: string): string => `${base}_attempt_${state.slice(0, 16).replace(/[^\w-]/g, '_')}`,
    read(req: IncomingMessage, name: string): string | undefined {
      const parts = Array.from({ length: PARTS_MAX }, (_, part) => find(req, part === 0 ? name : `${name}.${part}`))
      const end = parts.indexOf(undefined)
      return end === 0 ? undefined : parts.slice(0, end < 0 ? PARTS_MAX : end).join('')
    },
    /** @param seconds until the browser removes it; without it, the cookie lasts until the browser is closed */
    write(res: ServerResponse, name: string, value: string, path = basePath || '/', seconds?: number): void {
      const count = Math.max(1, Math.ceil(value.length / PART_LENGTH))
      if (count > PARTS_MAX)
        throw new Error(`a session of ${value.length} bytes is too long for cookies: set sessions: memorySessions()`)
      const set = (part: number, text: string, age: number | undefined): void => {
        const maxAge = age === undefined ? '' : `; Max-Age=${age}`
        res.appendHeader(
          'Set-Cookie',
          `${part === 0 ? name : `${name}.${part}`}=${text}; Path=${path}${maxAge}; ${attributes}`,
        )
      }
      for (let part = 0; part < count; part += 1)
        set(part, value.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH), seconds)
      // A shorter session must not end with a part of the longer one.
      if (name === this.session)
        for (let part = count; part < PARTS_MAX; part += 1)
          if (find(res.req, `${name}.${part}`) !== undefined) set(part, '', 0)
    },
  }
}
