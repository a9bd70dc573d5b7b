import type { IncomingMessage } from 'node:http'
import { decideGate, type RequestedUrl } from '../../../policies/gate.ts'
import type { AccessRule } from '../../domain/accounts/access-rule.ts'
import type { SecondFactorRequirement } from '../../domain/accounts/second-factor-requirement.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import { type Client, readClient } from '../../domain/clients/client-record.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import type { TokenStateReader } from '../../ports/token-state.ts'
import type { AppSession } from '../first-party/app-session.ts'
import { type GateSessions, sessionAtGate } from './gate-party.ts'
import type { Identity } from './identity.ts'

export interface EvaluationParts {
  readonly sessions: GateSessions
  readonly storage: { readonly tokenState: TokenStateReader }
  readonly users: Pick<Users, 'find'>
  readonly canSignIn: AccessRule
  readonly issuer: { readonly secondFactor: Pick<SecondFactorRequirement, 'isMet'> }
  readonly identityOf: (user: User) => Identity
}

interface Asking {
  readonly client: Client
  readonly user: User
  readonly session: AppSession
  readonly identity: Identity
}

export type Refused =
  | { readonly decision: 'sign-in' }
  | (Asking & { readonly decision: 'no-access' | 'other-url' | 'unnamed' })

/** The decision about a request to a gated app. */
export type Evaluation = Refused | (Asking & { readonly decision: 'pass' })

/**
 * Evaluates a request to a gated app. Anonymous clients cause no load, because neither the store nor the directory is
 * read without a session.
 * @throws StoreUnavailable, DenialError temporarily_unavailable
 */
export async function evaluate(
  { sessions, storage, users, canSignIn, identityOf, issuer: { secondFactor } }: EvaluationParts,
  req: IncomingMessage,
  clientId: string,
): Promise<Evaluation> {
  const found = await sessionAtGate(sessions, { req }, clientId)
  if (found === undefined) return { decision: 'sign-in' }
  const { session, https } = found
  const [state, user] = await Promise.all([
    storage.tokenState.look({
      clients: [clientId],
      subject: { id: session.sub, session: sessionOfSid(session.sid), client: clientId },
    }),
    users.find(session.sub),
  ])
  const client = readClient(state.clients[0])
  if (client === undefined || user === undefined) return { decision: 'sign-in' }
  if (!(await secondFactor.isMet(user, client, session))) return { decision: 'sign-in' }
  const { gate } = client
  const identity = identityOf(user)
  const decision = decideGate({
    session,
    now: {
      client: { active: client.status === 'active', epoch: client.epoch },
      subjectGeneration: state.subject?.generation ?? 0,
      clientGeneration: state.subject?.clientGeneration ?? 0,
      sessionEnded: state.subject?.sessionEnded ?? false,
      sessionRevoked: state.subject?.sessionRevoked ?? false,
    },
    gate: gate !== undefined && gate.url.startsWith('https:') === https ? gate : undefined,
    requested: requestedUrl(req),
    mayEnter: await canSignIn(user, client),
    isNamed: identity.user !== undefined,
  })
  return decision === 'sign-in' ? { decision } : { decision, client, user, session, identity }
}

/** The URL in the headers set by nginx or another proxy. Browsers can send them too, so they grant no access (D-G1). */
export function requestedUrl({ headers }: IncomingMessage): RequestedUrl {
  const original = first(headers['x-original-url'])
  // The header contains either a full URL or only a path.
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(original ?? '')
  return {
    host: whole === null ? first(headers['x-forwarded-host'])?.split(',')[0]?.trim() : whole[1],
    path: pathIn(whole === null ? (original ?? first(headers['x-forwarded-uri'])) : whole[2] || '/'),
  }
}

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0]

/** Normalizes a path so that it can be compared, and so that no browser interprets part of it as a host. */
export function pathIn(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('/')) return undefined
  const url = URL.parse(`http://host.invalid${text}`)
  return url === null ? undefined : url.pathname + url.search + url.hash
}
