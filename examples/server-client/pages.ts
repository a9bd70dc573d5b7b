/** The app's two pages: signed out, and signed in. */

import { html, type Markup } from './html.ts'
import type { Registration } from './provider.ts'
import type { Session } from './sessions.ts'

type App = Pick<Registration, 'issuer' | 'appName'>
const NAME = 'Demo app'

export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
  /** The id to quote to the provider's operator. */
  readonly requestId?: string | undefined
}

export function signedOutPage({ issuer, appName = NAME }: App, notice?: Notice): Markup {
  return page(
    appName,
    appName,
    html`
    ${noticeOf(notice)}
    <h1>You are not signed in</h1>
    <p class="lead">This is a small app of its own. It has no passwords: it sends you to <b>${issuer}</b> to sign in.</p>
    <p><a class="button" href="/sign-in">Sign in</a></p>`,
  )
}

export function signedInPage(
  { appName = NAME }: App,
  { claims, tokens, userinfo, refreshes }: Session,
  now: number,
  notice?: Notice,
): Markup {
  const name = userinfo?.name ?? userinfo?.preferred_username ?? claims.sub
  return page(
    appName,
    `${appName}: ${name}`,
    html`
    ${noticeOf(notice)}
    <h1>Signed in as <bdi>${name}</bdi></h1>
    <p class="lead">What the provider has sent to this app, and what the app can do with it.</p>
    <div class="actions">
      ${action('/refresh', tokens.refreshToken === undefined ? undefined : 'Refresh the tokens')}
      ${action('/userinfo', 'Ask userinfo again')}
      ${action('/sign-out', 'Sign out', 'primary')}
    </div>
    <h2>Userinfo</h2>
    ${table(userinfo ?? {})}
    <h2>ID token</h2>
    ${table(claims)}
    <h2>Access token</h2>
    ${table({
      scope: tokens.scope,
      'valid for': `${Math.max(0, Math.round((tokens.expiresAt - now) / 1000))} s`,
      'refresh token': tokens.refreshToken === undefined ? 'none' : 'held by the server of this app',
      refreshed: refreshes === 0 ? 'not yet' : `${refreshes} ${refreshes === 1 ? 'time' : 'times'}`,
    })}`,
  )
}

function action(path: string, label: string | undefined, look = 'secondary'): Markup {
  return label === undefined
    ? html``
    : html`<form method="post" action="${path}"><button class="button ${look}">${label}</button></form>`
}

function noticeOf(notice: Notice | undefined): Markup {
  if (notice === undefined) return html``
  const quote =
    notice.requestId === undefined
      ? html``
      : html` <span class="quote">Request ID: <code>${notice.requestId}</code></span>`
  return html`<p class="notice ${notice.tone}" role="${notice.tone === 'bad' ? 'alert' : 'status'}">${notice.text}${quote}</p>`
}

function table(values: Readonly<Record<string, unknown>>): Markup {
  const rows = Object.entries(values).map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${readable(name, value)}</td></tr>`,
  )
  return html`<table>${rows}</table>`
}

const TIMES = ['iat', 'exp', 'auth_time', 'updated_at']

function readable(name: string, value: unknown): string {
  if (TIMES.includes(name) && typeof value === 'number')
    return new Date(value * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function page(appName: string, title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><span class="mark" aria-hidden="true">${appName.slice(0, 1)}</span> ${appName}</header>
    <main>${content}</main>
  </body>
</html>
`
}
