/** The two that are compared, each with what a load needs of it. */

import { type BenchClient, CLIENT, OPAQUE_CLIENT } from './fixtures.ts'
import { type ServerName, type ServerOptions, type ServerProcess, startServer } from './server-process.ts'

export interface Party extends ServerProcess {
  readonly name: ServerName
  /** Another node of the same service. */
  readonly sibling?: Party
  readonly paths: Readonly<Record<'authorize' | 'token' | 'introspection' | 'userinfo' | 'discovery' | 'jwks', string>>
  /** The client whose tokens are introspected and shown at userinfo. */
  readonly askingClient: BenchClient
  /** Keys of Redis that do not belong to token families: sign-ins, pages, codes, counters, audit, documents, the other's. */
  readonly otherKeys: RegExp
}

const DISCOVERY = '/.well-known/openid-configuration'
const ABOUT: Readonly<Record<ServerName, Pick<Party, 'paths' | 'askingClient' | 'otherKeys'>>> = {
  portico: {
    paths: {
      authorize: '/authorize',
      token: '/token',
      introspection: '/introspect',
      userinfo: '/userinfo',
      discovery: DISCOVERY,
      jwks: '/.well-known/jwks.json',
    },
    askingClient: CLIENT,
    otherKeys: /^(?!sso:)|^sso:(?:b|l|li|le|n|t|a|ae|d|di)\{|^sso:r\d/,
  },
  engine: {
    paths: {
      authorize: '/auth',
      token: '/token',
      introspection: '/token/introspection',
      userinfo: '/me',
      discovery: DISCOVERY,
      jwks: '/jwks',
    },
    askingClient: OPAQUE_CLIENT,
    otherKeys: /^(?!oidc:)|^oidc:(?:Session|Interaction|AuthorizationCode|uid):/,
  },
}

export async function startParty(name: ServerName, redis: string, options?: ServerOptions): Promise<Party> {
  return { ...(await startServer(name, redis, options)), ...ABOUT[name], name }
}
