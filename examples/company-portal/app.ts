/** The company's site: its own pages, as they were, and the sign-in service under /sso in the company's colours. */
import Koa from 'koa'
import { createPortico } from 'portico-sso'
import type { Portico } from 'portico-sso'
import type { People } from './people.ts'

export interface Company {
  /** Where the site is, without a trailing slash. */
  readonly origin: string
  /** Where the expenses app is; a page in the browser, so it has no secret. */
  readonly expensesApp: string
  /** What the expenses API says to be known when it asks about tokens. */
  readonly apiSecret: string
}

export async function companyPortal(
  { origin, expensesApp, apiSecret }: Company,
  people: People,
): Promise<{ readonly app: Koa; readonly sso: Portico }> {
  const sso = await createPortico({
    baseUrl: `${origin}/sso`,
    accounts: people,
    theme: { productName: 'Lantern', accent: '#7a3e00', accentDark: '#ffb870', radius: '2px', font: 'Georgia, serif' },
    clients: [
      {
        client_id: 'expenses',
        client_name: 'Expenses',
        client_type: 'public',
        owner_email: 'finance@lantern.example',
        environment: 'development',
        redirect_uris: [`${expensesApp}/callback`],
        post_logout_redirect_uris: [`${expensesApp}/`],
        scopes: ['openid', 'profile', 'email', 'offline_access'],
      },
      // The API is a client only to ask about tokens; nobody is ever sent to its address.
      {
        client_id: 'expenses-api',
        client_name: 'Expenses API',
        client_type: 'confidential',
        client_secret: apiSecret,
        owner_email: 'finance@lantern.example',
        environment: 'development',
        redirect_uris: [`${origin}/expenses-api/unused`],
        scopes: ['openid'],
      },
    ],
    access: { canSignIn: (_person, { clientId }) => clientId !== 'expenses-api' },
  })
  const app = new Koa()
  app.use(sso.middleware())
  app.use((ctx) => {
    if (ctx.path !== '/') return
    ctx.type = 'html'
    ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lantern</title>
<h1>Lantern</h1><p>${people.count()} people work here.</p>
<p><a href="/sso/portal/">My account</a> <a href="${expensesApp}/">Expenses</a></p></html>`
  })
  return { app, sso }
}
