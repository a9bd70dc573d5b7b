import type { IncomingMessage, ServerResponse } from 'node:http'
import { isUnasked } from '../../../policies/request-source.ts'
import { type HostContext, throughKoa } from '../../web/http/mounting.ts'
import { redirect } from '../../web/http/responses.ts'
import { sourceOf } from '../../web/request/received-headers.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { RelyingParty } from '../first-party/relying-party.ts'
import { signOut } from '../first-party/sign-out.ts'
import { type GuardParts, guardOf } from './guard.ts'
import type { Guard, HostApi } from './host-contract.ts'
import { signInAddress } from './sign-in-address.ts'

export interface HostApiParts extends GuardParts {
  readonly party: RelyingParty
}

export function hostApi(parts: HostApiParts): HostApi {
  const { baseUrl, find, answer, party } = parts
  const { origin } = new URL(baseUrl)

  async function leave(context: RequestContext): Promise<void> {
    const found = await find(context.req)
    const { method } = context.req
    if (found === undefined || !isUnasked(method, sourceOf(context.req, origin)))
      return redirect(context, `${baseUrl}/connect/logout`)
    await signOut(party, context, found.session)
  }

  return {
    async session(request) {
      return (await find('req' in request ? request.req : request))?.seen
    },
    guard(requirements = {}) {
      const evaluate = guardOf(parts, requirements)
      const guard = (
        first: HostContext | IncomingMessage,
        second: ServerResponse | (() => Promise<unknown>),
        next?: (error?: unknown) => void,
      ): Promise<void> | void => {
        if ('req' in first) return inKoa(first, second as () => Promise<unknown>)
        evaluate(first, second as ServerResponse, addressOf(first)).then(
          (outcome) => {
            if (outcome === 'pass') next?.()
          },
          (error: unknown) => next?.(error),
        )
      }
      const inKoa = async (ctx: HostContext, next: () => Promise<unknown>): Promise<void> => {
        if ((await evaluate(ctx.req, ctx.res, ctx.originalUrl, throughKoa(ctx))) === 'pass') await next()
      }
      return guard as Guard
    },
    signIn: (returnTo) => signInAddress(baseUrl, returnTo),
    async signOut(first: HostContext | IncomingMessage, second?: ServerResponse) {
      if ('req' in first) await answer(first.req, first.res, first.originalUrl, leave, throughKoa(first))
      else await answer(first, second as ServerResponse, addressOf(first), leave)
    },
  }
}

/** The requested URL. Frameworks strip the mount prefix from `url` but keep it in `originalUrl`. */
const addressOf = (req: IncomingMessage): string => (req as { originalUrl?: string }).originalUrl ?? req.url ?? '/'
