/** The company's site: its unchanged pages, and Portico under /sso in the company's colors. */
import { readFileSync } from 'node:fs'
import Koa from 'koa'
import { createPortico, mayEnter, type Portico, type PorticoOptions } from 'portico-sso'
import { homePage } from './home-page.ts'
import { signInPage } from './sign-in-page.ts'

/** The background of every page, and the styles of the sign-in. Served with the other styles: nothing is inline. */
const PAGE_STYLE = `
:root { --sso-bg: light-dark(#fffaf3, #1b140d); }
.lantern-lead { font-style: italic; color: var(--sso-muted); margin: 0; }
.lantern-wrong { border-inline-start: 3px solid var(--sso-danger); padding-inline-start: .75rem; color: var(--sso-danger); }
.lantern-help { color: var(--sso-muted); margin-block-end: 0; }
`
const STYLE = readFileSync(new URL('./style.css', import.meta.url))

export interface Company {
  /** URL of the site, without a trailing slash. */
  readonly origin: string
  /** URL of the expenses app. */
  readonly expensesApp: string
  /** The client secret of its server. */
  readonly expensesSecret: string
  /** The API's client secret for introspection. */
  readonly apiSecret: string
}

export async function companyPortal(
  { origin, expensesApp, expensesSecret, apiSecret }: Company,
  /** The user table, or an LDAP server. */
  users: Pick<PorticoOptions, 'accounts' | 'ldap'>,
  /** Number of employees. */
  count: () => number,
): Promise<{ readonly app: Koa; readonly sso: Portico }> {
  const sso = await createPortico({
    baseUrl: `${origin}/sso`,
    ...users,
    theme: {
      productName: 'Lantern',
      accent: '#7a3e00',
      accentDark: '#ffb870',
      radius: '2px',
      font: 'Georgia, serif',
      css: PAGE_STYLE,
    },
    // The company's own texts are English, so the pages have no other language.
    ui: {
      locales: ['en'],
      views: { signIn: signInPage },
      messages: { en: { portal: { apps: { trusted: 'Apps of the house' } } } },
    },
    clients: [
      {
        client_id: 'expenses',
        client_name: 'Expenses',
        client_type: 'confidential',
        client_secret: expensesSecret,
        owner_email: 'finance@lantern.example',
        environment: 'development',
        // Apps under construction are listed only when asked for.
        listed: true,
        access: { roles: ['finance'] },
        redirect_uris: [`${expensesApp}/callback`],
        post_logout_redirect_uris: [`${expensesApp}/`],
        scopes: ['openid', 'profile', 'email', 'offline_access'],
      },
      // The API is a client only for introspection; no user is ever redirected to its URI.
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
    access: { canSignIn: (_user, { clientId }) => clientId !== 'expenses-api' },
  })
  const app = new Koa()
  app.use(sso.middleware())
  const financeOnly = sso.guard({ roles: ['finance'] })
  app.use(async (ctx) => {
    if (ctx.path === '/style.css') {
      ctx.type = 'css'
      ctx.body = STYLE
    } else if (ctx.path === '/leave' && ctx.method === 'POST') await sso.signOut(ctx)
    else if (ctx.path === '/figures')
      await financeOnly(ctx, async () => {
        ctx.body = 'The figures of the year, for those who keep them.\n'
      })
    else if (ctx.path === '/') {
      const session = await sso.session(ctx)
      const expenses = await sso.clients.find('expenses')
      ctx.type = 'html'
      ctx.body = homePage({
        session,
        employees: count(),
        signInHref: sso.signIn('/'),
        apps:
          session !== undefined && mayEnter(expenses?.access, session.roles, Date.now())
            ? [
                { name: 'Expenses', about: 'Trains, hotels, a coffee with a customer', href: `${expensesApp}/` },
                { name: 'Figures', about: 'What the year has brought', href: '/figures' },
              ]
            : [],
      })
    }
  })
  return { app, sso }
}
