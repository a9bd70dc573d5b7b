/** The libraries that are run with the block of their client, and what an app around each of them is like. */
import { join } from 'node:path'
import { INSTALLED, type Plan } from './world.ts'

export interface Tried extends Plan {
  readonly library: string
  /** Where a sign-in begins. */
  readonly start?: string
  /** Pressed there, where a page asks first. */
  readonly press?: string
  /** What a denied consent says. */
  readonly denied: RegExp
  /** Who is signed in, as the app says it. */
  readonly named?: RegExp
  readonly refresh?: string
  readonly signOut: string | { readonly press: string }
}

const NODE = (file: string) => () => [process.execPath, file]

const NEXT = [process.execPath, 'node_modules/next/dist/bin/next'] as const
const CONFIDENTIAL_NODE = { installed: 'node', rename: { 'sso.js': 'sso.mjs' }, command: NODE('app.mjs') } as const

export const APPS: readonly Tried[] = [
  {
    library: 'express-openid-connect',
    format: 'express-openid-connect',
    callback: '/callback',
    idTokenClaims: 'scopes',
    around: { 'app.mjs': 'express.mjs' },
    ...CONFIDENTIAL_NODE,
    denied: /access_denied/,
    refresh: '/refresh',
    signOut: '/logout',
  },
  {
    library: 'openid-client',
    format: 'openid-client',
    callback: '/callback',
    around: { 'app.mjs': 'openid-client.mjs' },
    ...CONFIDENTIAL_NODE,
    denied: /access_denied/,
    refresh: '/refresh',
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
    denied: /access_denied/,
    refresh: '/refresh',
    signOut: '/sign-out',
  },
  {
    library: 'Better Auth',
    format: 'better-auth',
    callback: '/api/auth/callback/sso',
    around: { 'app.mjs': 'better-auth.mjs' },
    ...CONFIDENTIAL_NODE,
    denied: /access_denied/,
    refresh: '/refresh',
    signOut: '/sign-out',
  },
  {
    library: 'Auth.js 5 in Next.js',
    format: 'auth-js',
    callback: '/api/auth/callback/sso',
    installed: 'auth-js',
    around: { '.': 'next' },
    build: [...NEXT, 'build'],
    command: (port) => [...NEXT, 'start', '-H', '127.0.0.1', '-p', String(port)],
    press: 'button',
    denied: /error/i,
    signOut: { press: 'button' },
  },
  {
    library: 'NextAuth.js 4 in Next.js',
    format: 'next-auth-4',
    callback: '/api/auth/callback/sso',
    installed: 'next-auth-4',
    around: { '.': 'next-4' },
    build: [...NEXT, 'build'],
    command: (port) => [...NEXT, 'start', '-H', '127.0.0.1', '-p', String(port)],
    press: 'button',
    denied: /error/i,
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
    signOut: { press: 'button' },
  },
  {
    library: 'go-oidc with x/oauth2',
    format: 'go-oidc',
    callback: '/callback',
    installed: 'go',
    around: { 'main.go': 'go-oidc.go' },
    variables: (port) => ({ SIGN_OUT: `http://127.0.0.1:${port}/signed-out` }),
    build: ['go', 'build', '-o', 'app', '.'],
    command: () => ['./app'],
    denied: /did not allow|denied/i,
    refresh: '/refresh',
    signOut: '/sign-out',
  },
  {
    library: 'oidc-client-ts',
    format: 'oidc-client-ts',
    type: 'public',
    callback: '/callback',
    installed: 'node',
    around: { 'app.mjs': 'browser.mjs', 'page.js': 'oidc-client-ts-page.js' },
    command: () => [process.execPath, 'app.mjs', 'oidc-client-ts', 'dist/esm/oidc-client-ts.js', 'page.js'],
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
    command: () => [process.execPath, 'app.mjs', 'keycloak-js', 'lib/keycloak.js', 'page.js'],
    denied: /access_denied/,
    refresh: '/',
    signOut: { press: '#sign-out' },
  },
]
