/** The command line's options, validated completely before any request. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Arguments, type Terminal, UsageError } from '../../lib/cli/terminal/command.ts'
import { words } from '../support/words.ts'
import { BOUNDS, listeningPort, TARGET_REFUSALS, validateTarget } from './target.ts'

export const STORMS = ['code', 'refresh', 'hang-up'] as const
export type StormName = (typeof STORMS)[number]
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

export interface RacePlan {
  readonly issuer: string
  readonly clientId: string
  readonly secret: string | undefined
  /** Undefined: derived from the secret and the provider's metadata. */
  readonly auth: AuthMethod | undefined
  readonly redirectUri: string
  readonly scope: string
  /** Additional parameters of the authorization request: `prompt=consent`. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  readonly storms: readonly StormName[]
  readonly rounds: number
  readonly parallel: number
  readonly pause: number
  readonly timeLimit: number
  /** Replace the endpoint of the discovery document: the nodes of one provider. */
  readonly tokenEndpoints: readonly string[]
  readonly isAuthorized: boolean
}

export const RACE_OPTIONS = {
  issuer: { type: 'string' },
  client: { type: 'string' },
  'client-secret-file': { type: 'string' },
  auth: { type: 'string' },
  'redirect-uri': { type: 'string' },
  scope: { type: 'string' },
  parameter: { type: 'string', multiple: true },
  rounds: { type: 'string' },
  parallel: { type: 'string' },
  pause: { type: 'string' },
  'time-limit': { type: 'string' },
  only: { type: 'string' },
  'token-endpoint': { type: 'string', multiple: true },
  authorized: { type: 'boolean' },
} as const

const REDIRECT_URI = 'http://127.0.0.1:8765/callback'
const SCOPE = 'openid offline_access'
/** The race sets these; a second value would change the request. */
const OWN_PARAMETERS = words`
  client_id redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method
`

/** @throws UsageError */
export async function readPlan(args: Arguments, { env }: Terminal): Promise<RacePlan> {
  if (args.positionals.length > 0) throw new UsageError('race takes options only')
  const isAuthorized = args.flag('authorized')
  const issuer = needed(args, 'issuer')
  const tokenEndpoints = args.list('token-endpoint')
  checkTarget('issuer', issuer, isAuthorized)
  for (const address of tokenEndpoints) checkTarget('token-endpoint', address, isAuthorized)
  const redirectUri = args.text('redirect-uri') ?? REDIRECT_URI
  if (listeningPort(redirectUri) === undefined)
    throw new UsageError('--redirect-uri takes http://127.0.0.1:PORT/PATH: this program listens there')
  const numbers = {
    rounds: bounded(args, 'rounds'),
    parallel: bounded(args, 'parallel'),
    pause: bounded(args, 'pause'),
    timeLimit: bounded(args, 'time-limit'),
  }
  const [only, auth] = [choice(args, 'only', STORMS), choice(args, 'auth', AUTH_METHODS)]
  const scope = args.text('scope') ?? SCOPE
  if (!scope.split(' ').includes('openid')) throw new UsageError('--scope needs openid')
  const plan = {
    issuer,
    clientId: needed(args, 'client'),
    auth,
    redirectUri,
    scope,
    tokenEndpoints,
    isAuthorized,
    ...numbers,
    parameters: args.list('parameter').map(parameterOf),
    storms: only === undefined ? STORMS : [only],
  }
  const secret =
    auth === 'none' ? undefined : await readSecret(args.text('client-secret-file'), env['PORTICO_RACE_SECRET'])
  if (secret === undefined && auth !== undefined && auth !== 'none')
    throw new UsageError(`--auth ${auth} needs a secret`)
  return { ...plan, secret }
}

function checkTarget(option: string, address: string, isAuthorized: boolean): void {
  const verdict = validateTarget(address, isAuthorized)
  if (verdict !== 'allowed') throw new UsageError(`--${option} ${TARGET_REFUSALS[verdict]}`)
}

function needed(args: Arguments, name: string): string {
  const value = args.text(name)
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`)
  return value
}

function bounded(args: Arguments, name: keyof typeof BOUNDS): number {
  const { least, most, otherwise } = BOUNDS[name]
  const given = args.text(name)
  if (given === undefined) return otherwise
  const number = /^\d{1,6}$/.test(given) ? Number(given) : NaN
  if (!(number >= least && number <= most)) throw new UsageError(`--${name} takes ${least} to ${most}`)
  return number
}

function choice<T extends string>(args: Arguments, name: string, words: readonly T[]): T | undefined {
  const given = args.text(name)
  const word = words.find((known) => known === given)
  if (given !== undefined && word === undefined) throw new UsageError(`--${name} takes ${words.join(' or ')}`)
  return word
}

function parameterOf(pair: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
  if (name === '') throw new UsageError('--parameter takes NAME=VALUE')
  if (OWN_PARAMETERS.includes(name)) throw new UsageError('--parameter takes what the race does not set itself')
  return [name, value]
}

/** From a file, standard input (`-`) or a variable, because every user of the machine can read arguments. */
async function readSecret(path: string | undefined, variable: string | undefined): Promise<string | undefined> {
  const given =
    path === undefined
      ? variable
      : await (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch(() => {
          throw new UsageError('the file of --client-secret-file cannot be read')
        })
  const secret = given?.replace(/\r?\n$/, '')
  if (secret === '' && path !== undefined) throw new UsageError('the file of --client-secret-file is empty')
  return secret === '' ? undefined : secret
}
