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
  'passport-openidconnect': ['readmes/node/package.json', '"passport-openidconnect": "'],
  Authlib: ['python/requirements.txt', 'Authlib=='],
  'go-oidc with x/oauth2': ['go/go.mod', 'github.com/coreos/go-oidc/v3 v'],
  'oauth2-proxy': ['go/go.mod', 'github.com/oauth2-proxy/oauth2-proxy/v7 v'],
}

export function versionOf(library: ReadmeLibrary): string {
  const pin = PINS[library]
  if (pin === undefined) return debianVersion('libapache2-mod-auth-openidc')
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
