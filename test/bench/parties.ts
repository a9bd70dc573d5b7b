/** The compared servers, each with the data for a load. */
import { type DeploymentOptions, launchDeployment } from './deployment.ts'
import { type BenchClient, CLIENT, OPAQUE_CLIENT } from './fixtures.ts'
import { type ServerName, type ServerOptions, type ServerProcess, startServer } from './server-process.ts'

export type PartyName = ServerName | 'reference'

/** A server that gets requests. */
export interface Target extends Pick<ServerProcess, 'port' | 'issuer'> {
  readonly paths: Readonly<Record<'authorize' | 'token' | 'introspection' | 'userinfo' | 'discovery' | 'jwks', string>>
  /** The client whose tokens are used at introspection and userinfo. */
  readonly askingClient: BenchClient
}

export interface Party extends Target, ServerProcess {
  readonly name: PartyName
  /** Another node of the same provider. */
  readonly sibling?: Party
  /** Redis keys outside of token families: sign-ins, pages, codes, counters, audit, documents, the other server's. */
  readonly otherKeys: RegExp
}

const DISCOVERY = '/.well-known/openid-configuration'
type About = Pick<Party, 'paths' | 'askingClient' | 'otherKeys'>
const PORTICO: About = {
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
}
const ENGINE: About = {
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
}
/** The floor has only the engine's token endpoint. */
const ABOUT: Readonly<Record<PartyName, About>> = {
  portico: PORTICO,
  reference: PORTICO,
  engine: ENGINE,
  floor: ENGINE,
}

export async function startParty(name: ServerName, redis: string, options?: ServerOptions): Promise<Party> {
  return { ...(await startServer(name, redis, options)), ...ABOUT[name], name }
}

export async function startReference(redis: string | undefined, options?: DeploymentOptions): Promise<Party> {
  const { ready, launchedAt: _launchedAt, ...server } = await launchDeployment(redis, options)
  await ready
  return { ...server, ...ABOUT.reference, name: 'reference' }
}

/** Portico in this process, for requests. */
export const partyAt = (issuer: string): Target => ({ ...PORTICO, issuer, port: Number(new URL(issuer).port) })
