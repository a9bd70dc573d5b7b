/** Cookies that contain their signature: `value.signature`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Signer } from '../../domain/keys/signer.ts'
import { type CookieAttributes, cookieValue, setCookie } from './cookies.ts'

const SIGNED = /^(.+)\.([\w-]{43})$/
// The signature also covers the cookie's name, so that no other signed cookie is accepted in its place.
const signedText = (name: string, value: string): string => `${name}=${value}`

/** Reads a signed cookie. Undefined unless one of this node's secrets signed it. */
export function signedCookie(
  signer: Signer,
  req: IncomingMessage,
  name: string,
): { readonly value: string; readonly byNewest: boolean } | undefined {
  const [, value, signature = ''] = SIGNED.exec(cookieValue(req, name) ?? '') ?? []
  const index = value === undefined ? -1 : signer.index(signedText(name, value), signature)
  return value === undefined || index < 0 ? undefined : { value, byNewest: index === 0 }
}

/** Whether the request has a cookie of this name with a signature, which might not be valid. */
export const hasSignedCookie = (req: IncomingMessage, name: string): boolean =>
  SIGNED.test(cookieValue(req, name) ?? '')

/** Sets a signed cookie, or deletes it if the value is empty. */
export function setSignedCookie(
  signer: Signer,
  res: ServerResponse,
  name: string,
  value: string,
  attributes: CookieAttributes,
): void {
  if (value === '') setCookie(res, name, '', { ...attributes, seconds: 0 })
  else setCookie(res, name, `${value}.${signer.sign(signedText(name, value))}`, attributes)
}
