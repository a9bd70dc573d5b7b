/** The libraries that are run with the block of their client, and what an app around each of them is like. */
import { join } from 'node:path'
import { ALICE } from '../support/fixtures.ts'
import { INSTALLED } from './install.ts'
import type { Plan } from './world.ts'

export interface Tried extends Plan {
  readonly library: string
  /** For what refreshes by itself: access tokens that are always about to end. */
  readonly accessToken?: 'ends soon'
  /** Pressed where a sign-in begins, where a page asks first. */
  readonly press?: string
  /** The text of a denied consent. */
  readonly denied: RegExp
  /** The signed-in user, as the app shows it. */
  readonly named?: RegExp
  readonly refresh?: string
  /** Milliseconds before each refresh. */
  readonly pause?: number
  readonly signOut: string | { readonly press: string }
  /** It sends no hint of who is signed in, so the service asks. */
  readonly confirms?: true
}

const NODE = (file: string) => () => [process.execPath, file]

const next = (installed: string): readonly string[] => [
  process.execPath,
  join(INSTALLED, installed, 'node_modules/next/dist/bin/next'),
]
const CONFIDENTIAL_NODE = {
  installed: 'node',
  rename: { 'sso.js': 'sso.mjs' },
  command: NODE('app.mjs'),
  denied: /access_denied/,
  refresh: '/refresh',
} as const

const nextApp = (format: 'auth-js' | 'next-auth-4', library: string, pages: string): Tried => ({
  library,
  format,
  callback: '/api/auth/callback/sso',
  host: 'localhost',
  accessToken: 'ends soon',
  installed: format,
  around: { '.': pages },
  build: [...next(format), 'build'],
  command: (port) => [...next(format), 'start', '-H', '127.0.0.1', '-p', String(port)],
  press: 'button',
  denied: /error/i,
  refresh: '/refresh',
  signOut: { press: 'button' },
})

export const APPS: readonly Tried[] = [
  {
    library: 'express-openid-connect',
    format: 'express-openid-connect',
    callback: '/callback',
    backchannel: '/backchannel-logout',
    idTokenClaims: 'scopes',
    around: { 'app.mjs': 'express.mjs' },
    ...CONFIDENTIAL_NODE,
    signOut: '/logout',
  },
  {
    library: 'openid-client',
    format: 'openid-client',
    callback: '/callback',
    around: { 'app.mjs': 'openid-client.mjs' },
    ...CONFIDENTIAL_NODE,
    signOut: '/sign-out',
  },
  {
    library: 'Hono with @hono/oidc-auth',
    format: 'hono',
    callback: '/callback',
    idTokenClaims: 'scopes',
    around: { 'app.mjs': 'hono.mjs' },
    ...CONFIDENTIAL_NODE,
    variables: () => ({ OIDC_AUTH_REFRESH_INTERVAL: '-1' }),
    signOut: '/sign-out',
  },
  {
    library: 'Better Auth',
    format: 'better-auth',
    callback: '/api/auth/callback/sso',
    around: { 'app.mjs': 'better-auth.mjs' },
    ...CONFIDENTIAL_NODE,
    signOut: '/sign-out',
  },
  nextApp('auth-js', 'Auth.js 5 in Next.js', 'next'),
  nextApp('next-auth-4', 'NextAuth.js 4 in Next.js', 'next-4'),
  {
    library: 'Auth.js in Express',
    format: 'auth-js-express',
    callback: '/auth/callback/sso',
    ...CONFIDENTIAL_NODE,
    installed: 'auth-js-others',
    accessToken: 'ends soon',
    around: { 'app.mjs': 'auth-js-express.mjs' },
    press: 'button',
    denied: /error/i,
    signOut: { press: 'button' },
  },
  {
    library: 'Auth.js in SvelteKit',
    format: 'auth-js-sveltekit',
    callback: '/auth/callback/sso',
    installed: 'auth-js-others',
    accessToken: 'ends soon',
    around: { '.': 'sveltekit' },
    build: [process.execPath, join(INSTALLED, 'auth-js-others/node_modules/vite/bin/vite.js'), 'build'],
    command: NODE('build/index.js'),
    press: 'button',
    denied: /error/i,
    refresh: '/refresh',
    signOut: { press: 'button' },
  },
  {
    library: 'django-allauth',
    format: 'allauth',
    callback: '/accounts/oidc/sso/login/callback/',
    installed: 'django',
    around: { '.': 'django' },
    command: () => [join(INSTALLED, 'django/venv/bin/python'), 'app.py'],
    denied: /error|denied|cancelled/i,
    named: new RegExp(ALICE.name),
    signOut: { press: 'button' },
    confirms: true,
  },
  {
    library: 'Spring Security',
    format: 'spring',
    callback: '/login/oauth2/code/sso',
    backchannel: '/backchannel-logout',
    installed: 'spring',
    accessToken: 'ends soon',
    around: { '.': 'spring', 'pom.xml': '../spring/pom.xml' },
    build: ['mvn', '-q', '-B', 'package'],
    command: (port) => ['java', '-jar', 'target/app.jar', `--server.port=${port}`, '--server.address=127.0.0.1'],
    denied: /Invalid credentials/,
    refresh: '/refresh',
    signOut: { press: 'button' },
  },
  {
    library: 'Authlib in Flask',
    format: 'authlib',
    callback: '/callback',
    installed: 'python',
    around: { 'app.py': 'authlib.py' },
    command: () => [join(INSTALLED, 'python/venv/bin/python'), 'app.py'],
    denied: /access_denied/,
    refresh: '/refresh',
    signOut: { press: 'button' },
  },
  {
    library: 'go-oidc with x/oauth2',
    format: 'go-oidc',
    callback: '/callback',
    installed: 'go',
    around: { 'main.go': 'go-oidc.go' },
    build: ['go', 'build', '-o', 'app', '.'],
    command: () => ['./app'],
    denied: /did not allow|denied/i,
    refresh: '/refresh',
    signOut: '/sign-out',
  },
  {
    library: 'oauth2-proxy',
    format: 'oauth2-proxy',
    callback: '/oauth2/callback',
    installed: 'go',
    around: { 'app.mjs': 'oauth2-proxy.mjs' },
    variables: () => ({ OAUTH2_PROXY: join(INSTALLED, 'go/oauth2-proxy') }),
    command: NODE('app.mjs'),
    press: 'button',
    denied: /access_denied|denied/i,
    named: new RegExp(ALICE.email),
    // It refreshes what is older than a second here.
    refresh: '/refresh',
    pause: 2200,
    signOut: '/sign-out',
    confirms: true,
  },
  {
    library: 'mod_auth_openidc',
    format: 'mod-auth-openidc',
    callback: '/callback',
    backchannel: '/callback?logout=backchannel',
    idTokenClaims: 'scopes',
    installed: 'own',
    around: { 'app.mjs': 'apache.mjs' },
    command: NODE('app.mjs'),
    // It treats an error with `iss` as a sign-in that an attacker began.
    denied: /SSO to this module/,
    refresh: '/refresh',
    signOut: '/callback?logout=',
  },
  {
    library: 'oidc-client-ts',
    format: 'oidc-client-ts',
    type: 'public',
    callback: '/callback',
    installed: 'node',
    around: { 'app.mjs': 'browser.mjs', 'page.js': 'oidc-client-ts-page.js' },
    command: () => [process.execPath, 'app.mjs', 'oidc-client-ts', 'page.js'],
    denied: /access_denied/,
    refresh: '/refresh',
    signOut: '/sign-out',
  },
  {
    library: 'keycloak-js',
    format: 'keycloak-js',
    type: 'public',
    callback: '/',
    installed: 'node',
    around: { 'app.mjs': 'browser.mjs', 'page.js': 'keycloak-js-page.js' },
    command: () => [process.execPath, 'app.mjs', 'keycloak-js', 'page.js'],
    denied: /access_denied/,
    signOut: { press: '#sign-out' },
  },
]
