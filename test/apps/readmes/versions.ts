/** The version of each library that is run: the one that is pinned, or the one that Debian has. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadmeLibrary } from './readme-apps.ts'

/** The file that pins the version, and what stands before it there. */
const PINS: Readonly<Partial<Record<ReadmeLibrary, readonly [file: string, before: string]>>> = {
  'openid-client 6': ['node/package.json', '"openid-client": "'],
  'Auth.js 5': ['auth-js/package.json', '"next-auth": "'],
  'next-auth 4': ['next-auth-4/package.json', '"next-auth": "'],
  'oidc-client-ts': ['node/package.json', '"oidc-client-ts": "'],
  'express-openid-connect': ['node/package.json', '"express-openid-connect": "'],
  '@badgateway/oauth2-client': ['readmes/node/package.json', '"@badgateway/oauth2-client": "'],
  '@fastify/oauth2': ['readmes/node/package.json', '"@fastify/oauth2": "'],
  '@openid/appauth': ['readmes/node/package.json', '"@openid/appauth": "'],
  'angular-auth-oidc-client': ['readmes/node/package.json', '"angular-auth-oidc-client": "'],
  'angular-oauth2-oidc': ['readmes/node/package.json', '"angular-oauth2-oidc": "'],
  arctic: ['readmes/node/package.json', '"arctic": "'],
  'Auth.js outside Next.js': ['readmes/node/package.json', '"@auth/express": "'],
  grant: ['readmes/node/package.json', '"grant": "'],
  Hono: ['node/package.json', '"@hono/oidc-auth": "'],
  'keycloak-js': ['readmes/node/package.json', '"keycloak-js": "'],
  'MCP TypeScript SDK': ['readmes/node/package.json', '"@modelcontextprotocol/sdk": "'],
  'nuxt-oidc-auth': ['readmes/nuxt/package.json', '"nuxt-oidc-auth": "'],
  oauth4webapi: ['readmes/node/package.json', '"oauth4webapi": "'],
  'oidc-client': ['readmes/node/package.json', '"oidc-client": "'],
  'oidc-spa': ['readmes/node/package.json', '"oidc-spa": "'],
  'openid-client 5': ['readmes/node/package.json', '"openid-client-5": "npm:openid-client@'],
  "openid-client's Passport strategy": ['readmes/node/package.json', '"openid-client": "'],
  'passport-oauth2': ['readmes/node/package.json', '"passport-oauth2": "'],
  'passport-openidconnect': ['readmes/node/package.json', '"passport-openidconnect": "'],
  'react-oauth2-code-pkce': ['readmes/node/package.json', '"react-oauth2-code-pkce": "'],
  'react-oidc-context': ['readmes/node/package.json', '"react-oidc-context": "'],
  'remix-auth': ['readmes/node/package.json', '"remix-auth-oauth2": "'],
  'simple-oauth2': ['readmes/node/package.json', '"simple-oauth2": "'],
  Authlib: ['python/requirements.txt', 'Authlib=='],
  'go-oidc with x/oauth2': ['go/go.mod', 'github.com/coreos/go-oidc/v3 v'],
  'django-allauth': ['python/requirements.txt', 'django-allauth=='],
  'fastapi-sso': ['python/requirements.txt', 'fastapi-sso=='],
  'Flask-AppBuilder': ['python/requirements.txt', 'flask-appbuilder=='],
  goth: ['go/go.mod', 'github.com/markbates/goth v'],
  'JupyterHub oauthenticator': ['python/requirements.txt', 'oauthenticator=='],
  'mozilla-django-oidc': ['python/requirements.txt', 'mozilla-django-oidc=='],
  'python-social-auth': ['python/requirements.txt', 'social-auth-core=='],
  'requests-oauthlib': ['python/requirements.txt', 'requests-oauthlib=='],
  'Spring Security': ['spring/pom.xml', '<spring-security.version>'],
  'zitadel/oidc for Go': ['go/go.mod', 'github.com/zitadel/oidc/v3 v'],
  'oauth2-proxy': ['go/go.mod', 'github.com/oauth2-proxy/oauth2-proxy/v7 v'],
}

/** Packages of Debian. */
const DEBIAN: Readonly<Partial<Record<ReadmeLibrary, string>>> = {
  mod_auth_openidc: 'libapache2-mod-auth-openidc',
  'oidc-agent': 'oidc-agent-cli',
  'gitlab-omniauth-openid-connect': 'ruby-omniauth-openid-connect',
}

export function versionOf(library: ReadmeLibrary): string {
  const pin = PINS[library]
  if (pin === undefined) return debianVersion(DEBIAN[library] ?? '')
  const [file, before] = pin
  const [, after = ''] = readFileSync(join('test/apps', file), 'utf8').split(before)
  return /^[\w.-]+/.exec(after)?.[0] ?? ''
}

/** Without Debian's own part, which changes with each of its repairs. */
const debianVersion = (name: string): string =>
  execFileSync('dpkg-query', ['--show', '--showformat', '${Version}', name], { encoding: 'utf8' }).replace(
    /-[^-]*$/,
    '',
  )
