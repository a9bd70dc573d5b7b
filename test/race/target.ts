/**
 * The allowed targets of a race. A storm is an attack on an unprepared provider. It stays on this machine unless the
 * user is authorized, and it always has limits.
 */
export interface Bound {
  readonly least: number
  readonly most: number
  readonly otherwise: number
}

/** Hard limits: no option or variable lifts them. */
export const BOUNDS = {
  rounds: { least: 1, most: 1000, otherwise: 20 },
  parallel: { least: 2, most: 200, otherwise: 30 },
  /** Seconds between two rounds, for providers with limits per minute. */
  pause: { least: 0, most: 120, otherwise: 0 },
  /** Seconds for everything, including the user's sign-in. */
  'time-limit': { least: 10, most: 3600, otherwise: 900 },
} as const satisfies Readonly<Record<string, Bound>>

export type TargetVerdict = 'allowed' | 'not-an-address' | 'not-https' | 'not-authorized'

export const TARGET_REFUSALS: Readonly<Record<Exclude<TargetVerdict, 'allowed'>, string>> = {
  'not-an-address': 'takes an address that begins with https://, or with http:// on this machine',
  'not-https': 'needs https: http is for this machine alone',
  'not-authorized':
    'is not on this machine; add --authorized if you run that provider, or its operator allowed you this test',
}

const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '[::1]'].includes(hostname) || /^127(?:\.\d+){3}$/.test(hostname)

/** Checked before any request. */
export function validateTarget(address: string, isAuthorized: boolean): TargetVerdict {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '')
    return 'not-an-address'
  if (isLoopback(url)) return 'allowed'
  if (url.protocol !== 'https:') return 'not-https'
  return isAuthorized ? 'allowed' : 'not-authorized'
}

/** The port to listen on; undefined unless it is an http URL of the loopback interface with a port. */
export function listeningPort(redirectUri: string): number | undefined {
  const url = URL.parse(redirectUri)
  const isUsable = url !== null && url.protocol === 'http:' && isLoopback(url) && url.port !== '' && url.hash === ''
  return isUsable ? Number(url.port) : undefined
}
