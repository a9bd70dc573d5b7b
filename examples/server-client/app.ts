/**
 * An app with a server that signs users in with the provider: authorization code flow with PKCE, refresh, userinfo,
 * sign-out here and at the provider, and single sign-out by back-channel or in the browser.
 */

import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { noticeOf } from './failure.ts'
import type { Markup } from './html.ts'
import { type Notice, signedInPage, signedOutPage } from './pages.ts'
import { type Attempt, newAttempt, provider, type Registration } from './provider.ts'
import { memorySessions, type Session } from './sessions.ts'

const STYLE = readFileSync(new URL('./style.css', import.meta.url))
const ATTEMPT_SECONDS = 900
const LOGOUT_TOKEN_MAX = 8_192

export function serverClient(registration: Registration, now: () => number = Date.now): RequestListener {
  const op = provider(registration, now)
  const sessions = memorySessions(now)
  const callback = new URL(registration.redirectUri)
  // Cookies are per host, not per port: the names separate apps on one machine.
  const sessionCookie = `${registration.clientId}_session`
  /** One cookie per attempt, named by its state: two tabs may sign in in parallel. */
  const attemptCookie = `${registration.clientId}_attempt_`
  const attributes = `HttpOnly; SameSite=Lax${callback.protocol === 'https:' ? '; Secure' : ''}`

  const routes: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
    'GET /': async ({ req, res, url }) => {
      const session = sessions.find(cookie(req, sessionCookie))
      const notice: Notice | undefined =
        url.searchParams.get('state') === 'signed-out' ? { tone: 'good', text: 'You are signed out.' } : undefined
      show(
        res,
        200,
        session === undefined ? signedOutPage(registration, notice) : signedInPage(registration, session, now()),
      )
    },
    'GET /sign-in': async ({ res }) => {
      const attempt = newAttempt()
      const value = `${attempt.nonce}.${attempt.verifier}`
      res.setHeader(
        'Set-Cookie',
        `${attemptCookie}${attempt.state}=${value}; Path=${callback.pathname}; Max-Age=${ATTEMPT_SECONDS}; ${attributes}`,
      )
      redirect(res, (await op.begin(attempt)).href)
    },
    [`GET ${callback.pathname}`]: async ({ req, res, url }) => {
      const attempt = attemptOf(req, attemptCookie, url.searchParams.get('state') ?? '')
      if (attempt === undefined)
        return show(
          res,
          400,
          signedOutPage(registration, {
            tone: 'bad',
            text: 'This sign-in was begun in another browser, or too long ago.',
          }),
        )
      const { claims, tokens } = await op.finish(new URL(url.search, callback), attempt)
      const id = sessions.start(claims, tokens)
      const session = sessions.find(id)
      if (session !== undefined) session.userinfo = await op.userinfo(tokens, claims.sub)
      // Apps with registered logout URIs are notified anyway, so a failed registration does not prevent the sign-in.
      await op.registerSession(tokens).catch(() => undefined)
      sessions.end(cookie(req, sessionCookie))
      res.setHeader('Set-Cookie', [
        `${sessionCookie}=${id}; Path=/; ${attributes}`,
        `${attemptCookie}${attempt.state}=; Path=${callback.pathname}; Max-Age=0; ${attributes}`,
      ])
      redirect(res, '/')
    },
    'POST /refresh': ({ req, res }) =>
      withSession(req, res, async (session) => {
        session.refreshing ??= op.refresh(session.tokens).then((tokens) => {
          Object.assign(session, { tokens, refreshes: session.refreshes + 1 })
        })
        await session.refreshing.finally(() => {
          delete session.refreshing
        })
      }),
    'POST /userinfo': ({ req, res }) =>
      withSession(req, res, async (session) => {
        session.userinfo = await op.userinfo(session.tokens, session.claims.sub)
      }),
    'POST /sign-out': async ({ req, res }) => {
      const session = fromHere(req) ? sessions.find(cookie(req, sessionCookie)) : undefined
      if (session === undefined) return redirect(res, '/')
      const url = await op.signOutUrl(session.tokens)
      sessions.end(cookie(req, sessionCookie))
      res.setHeader('Set-Cookie', `${sessionCookie}=; Path=/; Max-Age=0; ${attributes}`)
      redirect(res, url.href)
    },
    'POST /backchannel': async ({ req, res }) => {
      try {
        sessions.endAt(await op.readLogoutToken(await logoutTokenOf(req)))
        res.writeHead(200, { 'Cache-Control': 'no-store' }).end()
      } catch {
        res.writeHead(400, { 'Cache-Control': 'no-store' }).end()
      }
    },
    'GET /frontchannel': async ({ res, url }) => {
      // A frame on the provider's page: no cookie comes with it, so the session is found by its sid.
      const sid = url.searchParams.get('sid')
      if (url.searchParams.get('iss') === registration.issuer && sid !== null) sessions.endAt({ sid })
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': `default-src 'none'; frame-ancestors ${new URL(registration.issuer).origin}`,
      })
      res.end('<!doctype html><title>Signed out</title>')
    },
    'GET /style.css': async ({ res }) => {
      res.writeHead(200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=300' }).end(STYLE)
    },
  }

  const withSession = async (
    req: IncomingMessage,
    res: ServerResponse,
    work: (session: Session) => Promise<void>,
  ): Promise<void> => {
    const session = fromHere(req) ? sessions.find(cookie(req, sessionCookie)) : undefined
    if (session !== undefined) await work(session)
    redirect(res, '/')
  }

  return (req, res) => {
    const url = new URL(req.url ?? '/', callback.origin)
    const route = routes[`${req.method} ${url.pathname}`]
    if (route === undefined)
      return void res.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is nothing here.\n')
    route({ req, res, url }).catch(async (error: unknown) => {
      // A refused refresh means that the provider's session has ended, so this one ends too.
      if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
        sessions.end(cookie(req, sessionCookie))
      show(
        res,
        error instanceof AuthorizationResponseError ? 400 : 502,
        signedOutPage(registration, await noticeOf(error)),
      )
    })
  }
}

interface Visit {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly url: URL
}

function cookie(req: IncomingMessage, name: string): string | undefined {
  const pair = req.headers.cookie?.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

function attemptOf(req: IncomingMessage, prefix: string, state: string): Attempt | undefined {
  const [nonce, verifier] = cookie(req, prefix + state)?.split('.') ?? []
  return nonce === undefined || verifier === undefined ? undefined : { state, nonce, verifier }
}

/** Rejects forms of other sites (SameSite=Lax already withholds the cookie there). */
const fromHere = (req: IncomingMessage): boolean =>
  ['same-origin', 'none', undefined].includes(req.headers['sec-fetch-site'] as string | undefined)

async function logoutTokenOf(req: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of req) if ((body += String(chunk)).length > LOGOUT_TOKEN_MAX) throw new Error('too long')
  return new URLSearchParams(body).get('logout_token') ?? ''
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end()
}

function show(res: ServerResponse, status: number, { markup }: Markup): void {
  res
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    })
    .end(markup)
}
