/**
 * Controls whether the sign-in page redirects to the only provider (`login.upstreams[].only`). It must not redirect
 * after a sign-out, because that would immediately sign the user in again, or after a user requests the password form.
 * A cookie records this until the browser is closed or a user signs in. It is unsigned, because forging it gains
 * nothing.
 */
import { cookieName, cookieValue, setCookie } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

/** What to show instead of redirecting: `choose` is the sign-in page, `password` is that page with a password field. */
export type Halt = 'choose' | 'password'

export type Forwarding = ReturnType<typeof forwarding>

/** @param only whether a provider has `only` set; if none has, browsers do not receive the cookie */
export function forwarding(parts: { readonly mountPath: string; readonly https: boolean; readonly only: boolean }) {
  const { mountPath, https, only } = parts
  const place = { path: `${mountPath}/interaction`, https }
  const name = cookieName('sso_halt', place)
  const halted = ({ req }: RequestContext): Halt | undefined => {
    const value = cookieValue(req, name)
    return value === 'choose' || value === 'password' ? value : undefined
  }
  return {
    /** Makes this browser show the sign-in page from now on, instead of redirecting. */
    halt({ res }: RequestContext, halt: Halt): void {
      if (only) setCookie(res, name, halt, place)
    },
    halted,
    /** Allows redirects again. Call this after a user has signed in. */
    resume(context: RequestContext): void {
      if (halted(context) !== undefined) setCookie(context.res, name, '', { ...place, seconds: 0 })
    },
  }
}
