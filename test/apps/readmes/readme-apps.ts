/** How the app of each README is started, and where a sign-in begins there. */
import { join } from 'node:path'
import { INSTALLED } from '../install.ts'
import type { ReadmeApp } from './start.ts'

/** The app's own, for its cookies: every guide asks for one. */
const SECRET = '0123456789abcdef0123456789abcdef'

type How = Pick<ReadmeApp, 'installed' | 'files' | 'command'>

const node = (installed: string, file: string): How => ({
  installed,
  files: { [file]: file },
  command: () => [process.execPath, file],
})
/** An app in `readmes/node` of one file, with the parts that a README leaves to the app. */
const readme = (file: string): ReadmeApp => ({
  callback: '/callback',
  start: '/login',
  installed: 'readmes/node',
  files: { [file]: file, 'around.mjs': 'around.mjs' },
  command: () => [process.execPath, file],
})
const page = (file: string): ReadmeApp => ({
  type: 'public',
  callback: '/callback',
  start: '/',
  installed: 'readmes/node',
  files: { 'app.mjs': 'spa.mjs', [`page.${file.replace(/^.*\./, '')}`]: file },
  command: () => [process.execPath, 'app.mjs'],
})
/** As its developer runs it: the development server reports more. */
const next = (installed: string): How => ({
  installed,
  files: { '.': installed },
  command: ({ PORT }) => [
    process.execPath,
    join(INSTALLED, installed, 'node_modules/next/dist/bin/next'),
    ...['dev', '-H', 'localhost', '-p', PORT],
  ],
})
const PYTHON = join(INSTALLED, 'python/venv/bin/python')
/** Under another name: Python would take `authlib.py` for the library. */
const python = (file: string, ...args: readonly string[]): How => ({
  installed: 'python',
  files: { 'app.py': file },
  command: () => [PYTHON, 'app.py', ...args],
})
const go = (file: string): How & Pick<ReadmeApp, 'build'> => ({
  installed: 'go',
  files: { 'main.go': file },
  build: ['go', 'build', '-o', 'app', '.'],
  command: () => ['./app'],
})
const NEXT_AUTH = {
  callback: '/api/auth/callback/sso',
  start: '/api/auth/signin',
  press: 'button',
  session: '/api/auth/session',
} as const

/** By the names that the pages have for the libraries. */
export const README_APPS = {
  'openid-client 6': { callback: '/callback', start: '/login', ...node('node', 'openid-client.mjs') },
  'Auth.js 5': { ...NEXT_AUTH, ...next('auth-js'), variables: () => ({ AUTH_SECRET: SECRET }) },
  'next-auth 4': {
    ...NEXT_AUTH,
    ...next('next-auth-4'),
    variables: ({ ORIGIN }) => ({ NEXTAUTH_URL: ORIGIN, NEXTAUTH_SECRET: SECRET }),
  },
  'oidc-client-ts': {
    type: 'public',
    callback: '/callback',
    start: '/',
    installed: 'node',
    files: { 'app.mjs': 'oidc-client-ts.mjs', 'page.js': 'oidc-client-ts-page.js' },
    command: () => [process.execPath, 'app.mjs'],
  },
  'express-openid-connect': { callback: '/callback', start: '/', ...node('node', 'express-openid-connect.cjs') },
  'passport-openidconnect': {
    callback: '/callback',
    start: '/login',
    ...node('readmes/node', 'passport-openidconnect.cjs'),
  },
  Authlib: { callback: '/callback', start: '/login', ...python('authlib.py') },
  'go-oidc with x/oauth2': { callback: '/callback', start: '/login', ...go('go-oidc.go') },
  'oauth2-proxy': {
    callback: '/oauth2/callback',
    start: '/',
    press: 'button',
    session: '/oauth2/userinfo',
    installed: 'go',
    files: {},
    command: ({ ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT }) => [
      join(INSTALLED, 'go/oauth2-proxy'),
      '--provider=oidc',
      '--provider-display-name=Single sign-on',
      `--client-id=${CLIENT_ID}`,
      `--client-secret=${CLIENT_SECRET}`,
      `--redirect-url=${REDIRECT_URI}`,
      `--oidc-issuer-url=${ISSUER}`,
      '--cookie-secure=false',
      `--cookie-secret=${SECRET}`,
      '--email-domain=*',
      '--upstream=static://200',
      `--http-address=127.0.0.1:${PORT}`,
    ],
    fix: {
      arguments: [
        '--insecure-oidc-skip-nonce=false',
        '--code-challenge-method=S256',
        '--oidc-enabled-signing-alg=ES256',
      ],
    },
  },
  mod_auth_openidc: {
    callback: '/example/redirect_uri',
    start: '/example/',
    session: '/example/redirect_uri?info=json',
    installed: 'apache',
    files: { 'httpd.conf': 'mod-auth-openidc.conf' },
    command: ({ FOLDER }) => ['/usr/sbin/apache2', '-f', join(FOLDER, 'httpd.conf'), '-DFOREGROUND'],
    fix: { arguments: ['-DFIXED'] },
  },
  '@badgateway/oauth2-client': readme('badgateway-oauth2-client.mjs'),
  '@fastify/oauth2': readme('fastify-oauth2.cjs'),
  '@openid/appauth': page('appauth.js'),
  'angular-auth-oidc-client': { ...page('angular-auth-oidc-client.js'), callback: '', press: 'button' },
  'angular-oauth2-oidc': { ...page('angular-oauth2-oidc.js'), callback: '/index.html', press: 'button' },
  arctic: readme('arctic.mjs'),
  'Auth.js outside Next.js': {
    ...readme('auth-js-express.mjs'),
    callback: '/auth/callback/sso',
    start: '/auth/signin',
    press: 'button',
    session: '/auth/session',
    variables: () => ({ AUTH_SECRET: SECRET }),
  },
  'Better Auth': {
    ...readme('better-auth.mjs'),
    callback: '/api/auth/callback/sso',
    installed: 'node',
  },
  grant: { ...readme('grant.mjs'), callback: '/connect/sso/callback', start: '/connect/sso' },
  Hono: {
    ...readme('hono.mjs'),
    start: '/',
    installed: 'node',
    variables: ({ ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI }) => ({
      OIDC_AUTH_SECRET: SECRET,
      OIDC_ISSUER: ISSUER,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_REDIRECT_URI: REDIRECT_URI,
    }),
    fix: { variables: { OIDC_SCOPES: 'openid profile email' } },
  },
  'keycloak-js': { ...page('keycloak-js.js'), callback: '/' },
  'MCP TypeScript SDK': readme('mcp-sdk.mjs'),
  'nuxt-oidc-auth': {
    callback: '/auth/oidc/callback',
    start: '/auth/oidc/login',
    session: '/',
    installed: 'readmes/nuxt',
    files: { '.': 'nuxt' },
    command: ({ PORT }) => [
      process.execPath,
      join(INSTALLED, 'readmes/nuxt/node_modules/nuxt/bin/nuxt.mjs'),
      ...['dev', '--host', 'localhost', '--port', PORT],
    ],
    variables: () => ({ NUXT_TELEMETRY_DISABLED: '1' }),
  },
  oauth4webapi: readme('oauth4webapi.mjs'),
  'oidc-agent': {
    callback: '',
    start: /http:\S+\/authorize\S+(?=\s)/,
    installed: 'own',
    files: { 'oidc-agent.mjs': 'oidc-agent.mjs', 'around.mjs': 'around.mjs' },
    command: () => [process.execPath, 'oidc-agent.mjs'],
    // As on a desktop, whose browser is the one of the test.
    variables: () => ({ DISPLAY: ':0', BROWSER: 'true' }),
    fix: { arguments: ['--flow=code', '--no-url-call'], query: '&nonce=unchecked', scopes: ['offline_access'] },
  },
  'oidc-client': page('oidc-client.js'),
  'oidc-spa': { ...page('oidc-spa.js'), callback: '/' },
  'openid-client 5': readme('openid-client-5.mjs'),
  "openid-client's Passport strategy": readme('openid-client-passport.mjs'),
  'passport-oauth2': readme('passport-oauth2.cjs'),
  'react-oauth2-code-pkce': page('react-oauth2-code-pkce.jsx'),
  'react-oidc-context': { ...page('react-oidc-context.jsx'), press: 'button' },
  'remix-auth': { ...readme('remix-auth.mjs'), start: '/callback' },
  'simple-oauth2': readme('simple-oauth2.mjs'),
  'django-allauth': {
    callback: '/accounts/oidc/sso/login/callback/',
    start: '/accounts/oidc/sso/login/',
    ...python('django-app.py', 'allauth'),
  },
  'fastapi-sso': { callback: '/callback', start: '/login', ...python('fastapi-sso.py') },
  'Flask-AppBuilder': {
    callback: '/oauth-authorized/sso',
    start: '/login/sso?next=/hello/',
    ...python('flask-appbuilder.py'),
  },
  'gitlab-omniauth-openid-connect': {
    callback: '/auth/my_provider/callback',
    start: '/',
    press: 'button',
    installed: 'own',
    files: { 'config.ru': 'omniauth.ru' },
    command: ({ PORT }) => ['rackup', '--host', '127.0.0.1', '--port', PORT],
  },
  goth: { callback: '/callback', start: '/login', ...go('goth.go') },
  'JupyterHub oauthenticator': {
    callback: '/hub/oauth_callback',
    start: '/hub/oauth_login',
    installed: 'python',
    files: { 'jupyterhub_config.py': 'jupyterhub_config.py' },
    command: () => [PYTHON, '-m', 'jupyterhub'],
  },
  'mozilla-django-oidc': {
    callback: '/oidc/callback/',
    start: '/oidc/authenticate/',
    ...python('django-app.py', 'mozilla_django_oidc'),
  },
  'python-social-auth': {
    callback: '/complete/oidc/',
    start: '/',
    press: 'button',
    ...python('django-app.py', 'social_django'),
  },
  'requests-oauthlib': { callback: '/callback', start: '/login', ...python('requests-oauthlib.py') },
  'Spring Security': {
    callback: '/login/oauth2/code/sso',
    start: '/',
    installed: 'spring',
    files: { '.': 'spring', 'pom.xml': '../../spring/pom.xml' },
    build: ['mvn', '-q', '-B', 'package'],
    command: () => ['java', '-jar', 'target/app.jar'],
    fix: { variables: { SPRING_SECURITY_OAUTH2_CLIENT_REGISTRATION_SSO_SCOPE: 'openid,profile' } },
  },
  'zitadel/oidc for Go': { callback: '/callback', start: '/login', ...go('zitadel-oidc.go') },
} as const satisfies Readonly<Record<string, ReadmeApp>>

export type ReadmeLibrary = keyof typeof README_APPS
