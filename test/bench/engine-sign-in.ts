/**
 * Sign-in pages of the bare engine's host, as in its published example: a page with a form, and its submission. The
 * password is checked with the same argon2id as Portico's, or compared.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { passwordMatches } from '../../lib/domain/accounts/factors/passwords.ts'
import { PASSWORD_HASH, PERSON } from './fixtures.ts'

/** The engine's interface for sign-in pages. */
interface Interactions {
  interactionDetails(
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<{ readonly uid: string; readonly prompt: { readonly name: string } }>
  interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>
}

interface AuthorizingContext {
  readonly oidc: {
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string; grantIdFor(clientId: string): string | undefined }
    readonly provider: {
      readonly Grant: {
        new (of: { readonly accountId: string; readonly clientId: string }): Grant
        find(id: string): Promise<Grant | undefined>
      }
    }
  }
}

interface Grant {
  addOIDCScope(scope: string): void
  addResourceScope(resource: string, scope: string): void
  save(): Promise<string>
}

/** The session's grant, or a new one if it has none or a replay has revoked it: a sign-in implies consent. */
export const trustingGrant =
  (scope: string, resource: string) =>
  async ({ oidc: { client, session, provider } }: AuthorizingContext): Promise<Grant> => {
    const known = session.grantIdFor(client.clientId)
    const found = known === undefined ? undefined : await provider.Grant.find(known)
    if (found !== undefined) return found
    const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
    grant.addOIDCScope(scope)
    grant.addResourceScope(resource, scope)
    await grant.save()
    return grant
  }

/** The used part of Koa's context. */
interface PageContext {
  readonly path: string
  readonly req: IncomingMessage
  readonly res: ServerResponse
  status: number
  type: string
  body: string
}

/** `/interaction/…`, where the engine redirects browsers; runs in the engine's own Koa. */
export function signInPages(provider: Provider, passwordHash: boolean) {
  const interactions = provider as unknown as Interactions
  const isRight = (password: string): boolean | Promise<boolean> =>
    passwordHash ? passwordMatches(password, PASSWORD_HASH) : password === PERSON.password
  return async (context: unknown, next: () => Promise<void>): Promise<void> => {
    const ctx = context as PageContext
    if (!ctx.path.startsWith('/interaction/')) return next()
    const { uid, prompt } = await interactions.interactionDetails(ctx.req, ctx.res)
    if (prompt.name !== 'login') throw new Error(`the engine asks for ${prompt.name}`)
    const form = ctx.req.method === 'GET' ? undefined : await formOf(ctx.req)
    if (form !== undefined && (await isRight(form.get('password') ?? '')))
      return interactions.interactionFinished(ctx.req, ctx.res, { login: { accountId: form.get('login') ?? '' } })
    ctx.status = form === undefined ? 200 : 401
    ctx.type = 'html'
    ctx.res.setHeader('Cache-Control', 'no-store')
    ctx.body = pageOf(uid)
  }
}

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

const pageOf = (uid: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head><body><h1>Sign in</h1>
<form method="post" action="/interaction/${uid}"><input name="login" required>
<input type="password" name="password" required><button type="submit">Sign in</button></form></body></html>`
