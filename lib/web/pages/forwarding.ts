/**
 * Whether the sign-in page may lead on by itself to the one provider that users come from (`login.upstreams[].only`). Not after a
 * sign-out, which would be undone at once, and not for whoever asked for the password: the browser remembers that until it is
 * closed or somebody has signed in. The cookie says nothing that must be believed, so it is not signed.
 */
import { cookieName, cookieValue, setCookie } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

/** `choose`: the page is shown. `password`: with its fields. */
export type Halt = 'choose' | 'password'

export type Forwarding = ReturnType<typeof forwarding>

/** @param only whether there is such a provider: without one no browser gets a cookie */
export function forwarding({
  mountPath,
  https,
  only,
}: {
  readonly mountPath: string
  readonly https: boolean
  readonly only: boolean
}) {
  const place = { path: `${mountPath}/interaction`, https }
  const name = cookieName('sso_halt', place)
  const halted = ({ req }: RequestContext): Halt | undefined => {
    const value = cookieValue(req, name)
    return value === 'choose' || value === 'password' ? value : undefined
  }
  return {
    /** From now on the page is shown to this browser. */
    halt({ res }: RequestContext, halt: Halt): void {
      if (only) setCookie(res, name, halt, place)
    },
    halted,
    /** Somebody has signed in. */
    resume(context: RequestContext): void {
      if (halted(context) !== undefined) setCookie(context.res, name, '', { ...place, seconds: 0 })
    },
  }
}
