import { ASSERTION_SECONDS, ASSERTION_TYPE } from '../../../policies/gate.ts'
import { fitsHeader, headerList, type IdentityFact } from '../../../policies/identity-headers.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { unavailable } from '../../domain/denial-error.ts'
import { signJwt } from '../../domain/keys/jws.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import type { Logger } from '../../ports/logger.ts'
import type { AppSession } from '../first-party/app-session.ts'

/** The facts about a user that a gated app receives. Facts that do not fit in a header are omitted. */
export type Identity = Readonly<Partial<Record<Exclude<IdentityFact, 'assertion'>, string>>>

export interface IdentityParts {
  readonly issuer: Pick<TokenIssuer, 'issuer' | 'keys' | 'seconds'>
  readonly logger: Logger
  readonly settings: Configuration['gate']
}

/** Maximum number of warnings to remember, so that each one is logged once instead of on every request. */
const WARNED_MAX = 1_000

/** Omits an unverified email address, because it may not be the user's. Logs values that a header cannot contain. */
export function identities({ logger, settings }: Pick<IdentityParts, 'logger' | 'settings'>): (user: User) => Identity {
  const warned = new Set<string>()
  const leftOut = (sub: string, fact: string): void => {
    const key = `${sub} ${fact}`
    if (warned.has(key)) return
    if (warned.size >= WARNED_MAX) warned.clear()
    warned.add(key)
    logger.warn(
      { code: 'identity-header-omitted', sub, header: fact },
      'user attribute is not header-safe; omitting header',
    )
  }
  return (user) => {
    const { sub, name, preferred_username: username, roles = [] } = user
    const email = user.email_verified === true ? user.email : undefined
    const groups = headerList(roles)
    if (groups.left.length > 0) leftOut(sub, 'groups')
    const single = { user: settings.user === 'sub' ? sub : username, name, email }
    const fitting = Object.entries(single).filter(([fact, value]) => {
      if (value === undefined || value === '') return false
      const fits = fitsHeader(value)
      if (!fits) leftOut(sub, fact)
      return fits
    })
    return { ...Object.fromEntries(fitting), ...(groups.value === undefined ? {} : { groups: groups.value }) }
  }
}

/** Header names and values as sent. Values are UTF-8 with one character per byte, because Node.js expects Latin-1. */
export function headersOf(
  facts: Readonly<Partial<Record<IdentityFact, string>>>,
  names: Readonly<Record<IdentityFact, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).map(([fact, value]) => [names[fact as IdentityFact], Buffer.from(value).toString('latin1')]),
  )
}

/** The identity as a signed JWT, for apps that verify its issuer. @throws DenialError temporarily_unavailable */
export function assertionOf(
  { issuer }: Pick<IdentityParts, 'issuer'>,
  { clientId }: Client,
  { sub, name, email, email_verified, preferred_username, roles = [] }: User,
  { sid, signedInAt, acr }: AppSession,
): Promise<string> {
  const key = issuer.keys.current()
  if (key === undefined) throw unavailable('not_ready', 'there is no signing key yet')
  const now = issuer.seconds()
  return signJwt(key, ASSERTION_TYPE, {
    iss: issuer.issuer,
    aud: clientId,
    sub,
    sid,
    iat: now,
    exp: now + ASSERTION_SECONDS,
    auth_time: signedInAt,
    acr,
    preferred_username,
    name,
    email,
    ...(email === undefined ? {} : { email_verified: email_verified === true }),
    roles,
  })
}
