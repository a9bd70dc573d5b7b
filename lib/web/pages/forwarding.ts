/**
 * Whether the sign-in page can redirect to the only provider (`login.upstreams[].only`). It cannot after a sign-out,
 * which would be undone immediately, or after a request for the password form. The browser remembers that until it
 * closes or a user signs in. A forged cookie gains nothing, so it is not signed.
 */
import { cookieName, cookieValue, setCookie } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

/** `choose`: the page is shown. `password`: the page is shown with password fields. */
export type Halt = 'choose' | 'password'

export type Forwarding = ReturnType<typeof forwarding>

/** @param only whether there is such a provider; without one, no browser gets a cookie */
export function forwarding(parts: { readonly mountPath: string; readonly https: boolean; readonly only: boolean }) {
  const { mountPath, https, only } = parts
  const place = { path: `${mountPath}/interaction`, https }
  const name = cookieName('sso_halt', place)
  const halted = ({ req }: RequestContext): Halt | undefined => {
    const value = cookieValue(req, name)
    return value === 'choose' || value === 'password' ? value : undefined
  }
  return {
    /** From now on, this browser gets the page. */
    halt({ res }: RequestContext, halt: Halt): void {
      if (only) setCookie(res, name, halt, place)
    },
    halted,
    /** A user has signed in. */
    resume(context: RequestContext): void {
      if (halted(context) !== undefined) setCookie(context.res, name, '', { ...place, seconds: 0 })
    },
  }
}
