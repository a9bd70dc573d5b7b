/** Writes the story into the store: each act at its time, by what the service itself would have called. */
import type { AuditEvent } from '../../lib/domain/audit/events.ts'
import { watchSession } from '../../lib/domain/sessions/expired-sessions.ts'
import { readBase, sessionKey, writeAbout, writeBase } from '../../lib/domain/sessions/session-record.ts'
import { joinSession, knownSession } from '../../lib/domain/sessions/session-registry.ts'
import { sidOf } from '../../lib/domain/sessions/sid.ts'
import type { Client } from '../../lib/index.ts'
import { deviceIn } from '../../lib/web/request/user-agent.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { AFTERLIFE_MS, sessionEndsAt } from '../../policies/browser-session.ts'
import { requestIdFrom } from '../../policies/request-id.ts'
import { deny } from '../../policies/verdict.ts'
import { chanceOf } from './chance.ts'
import type { Device } from './people.ts'
import type { Act, Happening, Visit } from './plan.ts'
import type { Past } from './service.ts'
import { emailOf } from './set-up.ts'

type Of<Kind extends Happening['kind']> = Extract<Happening, { readonly kind: Kind }>

/** Entries go to the store together, in their order; a refusal goes immediately, or its order would change. */
const TOGETHER = 200

export interface Player {
  play(act: Act): Promise<void>
  /** Waits until everything has been written. */
  end(): Promise<void>
}

export function player(past: Past): Player {
  const { service, ending, now } = past
  const { storage, configuration } = service
  const { audit, explanations } = service.audit
  const { stats, uses, signIns } = service.metrics
  const { consents } = service.domain
  const { signIn: throttle } = service.accounts.limits
  const chance = chanceOf('requests')
  const clients = new Map<string, Client>()
  const consented = new Set<string>()
  let writing: Promise<void>[] = []

  const flush = async (): Promise<void> => {
    await Promise.all(writing)
    writing = []
    await audit.flush()
  }
  const record = (event: AuditEvent): void => void writing.push(audit.record(event))
  const newId = (): string => requestIdFrom(chance.bytes(12))
  const clientOf = async (clientId: string): Promise<Client> => {
    const found = clients.get(clientId) ?? (await service.domain.clients.find(clientId))
    if (found === undefined) throw new Error(`no client ${clientId}`)
    clients.set(clientId, found)
    return found
  }
  const count = (request: Parameters<typeof stats.count>[0]): void => {
    stats.count(request)
    uses.note(request)
    signIns.note(request)
  }
  const fromBrowser = ({ address, userAgent }: Device): Pick<AuditEvent, 'address' | 'requestId' | 'device'> => ({
    address,
    requestId: newId(),
    ...deviceIn({ headers: { 'user-agent': userAgent } }),
  })

  /** The code, and the tokens that the app's server gets for it. */
  const issue = (
    { person, app, device }: Visit,
    session: string,
    client: Client,
    route: 'authorize' | 'resume',
  ): void => {
    const about = {
      result: 'ok',
      user: person.sub,
      client: client.clientId,
      sid: sidOf(session, client.clientId),
    } as const
    record({ event: 'code.issued', ...about, address: device.address, requestId: newId() })
    count({ route: { name: route }, event: 'code.issued', client })
    record({ event: 'token.issued', ...about, address: app.server, requestId: newId() })
    count({ route: { name: 'token' }, event: 'token.issued', client, ...provedBy(client) })
    if (app.server !== '') count({ route: { name: 'userinfo' }, client })
  }
  const join = ({ person }: Visit, session: string, client: Client): Promise<void> =>
    joinSession(storage, { subject: person.sub, uid: session, key: sessionKey(session) }, client.clientId, {
      sid: sidOf(session, client.clientId),
      at: now(),
      scopes: client.scopes,
    })
  const begin = async ({ person, device }: Visit, session: string): Promise<void> => {
    const startedAt = now()
    const { lifetimes } = configuration
    const endsAt = sessionEndsAt({ startedAt, seenAt: startedAt }, lifetimes)
    const strong = person.secondStep !== 'none'
    const payload = {
      uid: session,
      accountId: person.sub,
      loginTs: Math.floor(startedAt / 1000),
      acr: strong ? ACR_TWO_FACTORS : ACR_PASSWORD,
      amr: strong ? ['pwd', 'otp', 'mfa'] : ['pwd'],
      transient: true,
    }
    const link = { uid: session, key: sessionKey(session), about: writeAbout({ startedAt, ...device }) }
    await storage.sessions.link(person.sub, link, lifetimes.sessionAbsolute * 1000 + AFTERLIFE_MS)
    await watchSession(storage.documents, { subject: person.sub, uid: session }, endsAt)
    const base = writeBase({ payload, subjectGeneration: 0, startedAt, writtenAt: startedAt })
    await storage.sessions.write(sessionKey(session), base, endsAt - startedAt + AFTERLIFE_MS)
  }

  /** Its idle end moves. */
  const seenAgain = async (session: string): Promise<void> => {
    const entry = await storage.sessions.read(sessionKey(session))
    if (entry === undefined) return
    const base = { ...readBase(entry.base), writtenAt: now() }
    const endsAt = sessionEndsAt({ startedAt: base.startedAt, seenAt: now() }, configuration.lifetimes)
    await storage.sessions.write(sessionKey(session), writeBase(base), endsAt - now() + AFTERLIFE_MS)
  }

  const signIn = async ({ visit, session, kept }: Of<'sign-in'>): Promise<void> => {
    const { person, app, device } = visit
    const client = await clientOf(app.draft.clientId)
    const about = { result: 'ok', user: person.sub, client: client.clientId } as const
    count({ route: { name: 'authorize' }, client })
    count({ route: { name: 'interaction' }, shown: 'page', client })
    if (person.secondStep !== 'none') count({ route: { name: 'interaction' }, shown: 'second-step', client })
    record({ event: 'sign-in.succeeded', ...about, sid: session, ...fromBrowser(device) })
    count({ route: { name: 'interaction' }, event: 'sign-in.succeeded', client, subject: person.sub })
    if (kept) await begin(visit, session)
    const isAsked =
      client.consent === 'always' ||
      (client.consent === 'once' && !consented.has(`${person.sub} ${app.draft.clientId}`))
    if (isAsked) {
      consented.add(`${person.sub} ${app.draft.clientId}`)
      count({ route: { name: 'interaction' }, shown: 'consent', client })
      if (client.consent === 'once') await consents.remember(person.sub, client, client.scopes)
      record({ event: 'consent.given', ...about, sid: session, ...fromBrowser(device) })
    }
    issue(visit, session, client, 'resume')
    if (kept) await join(visit, session, client)
  }
  const nextApp = async ({ visit, session, kept }: Of<'next-app'>): Promise<void> => {
    const client = await clientOf(visit.app.draft.clientId)
    issue(visit, session, client, 'authorize')
    if (!kept) return
    await seenAgain(session)
    await join(visit, session, client)
  }
  const signOut = async ({ visit: { person, app, device }, session }: Of<'sign-out'>): Promise<void> => {
    const known = await knownSession(storage, person.sub, session)
    if (known === undefined) return
    await ending.endSession(known)
    const about = { result: 'ok', user: person.sub, client: app.draft.clientId, sid: session } as const
    record({ event: 'logout.session', ...about, ...fromBrowser(device) })
  }
  const wrongPassword = async ({ person, app, device }: Of<'wrong-password'>): Promise<void> => {
    const client = await clientOf(app.draft.clientId)
    const username = person === undefined ? `unknown.${chance.text(5)}` : emailOf(person)
    const attempt = await throttle.begin({ username, address: device.address }, { subject: person?.sub, known: false })
    const decided = await attempt.decided()
    if (decided.outcome !== 'wait') await attempt.failed()
    const isOpen = decided.outcome === 'open'
    const reason = !isOpen ? 'throttled' : person === undefined ? 'unknown_name' : 'wrong_password'
    const { key, count: tries } = attempt.refusal
    await failed(client, device, {
      reason,
      tries,
      key,
      user: person?.sub,
      wait: decided.outcome === 'open' ? 0 : decided.retryAfterSeconds,
    })
  }
  const wrongCode = async ({ visit: { person, app, device } }: Of<'wrong-code'>): Promise<void> =>
    failed(await clientOf(app.draft.clientId), device, { reason: 'second_step', tries: 1, user: person.sub, wait: 0 })
  const failed = async (client: Client, device: Device, { reason, tries, key, user, wait }: Failure): Promise<void> => {
    const event = reason === 'throttled' ? 'sign-in.throttled' : 'sign-in.failed'
    const from = fromBrowser(device)
    const about = { client: client.clientId, ...(user === undefined ? {} : { user }) }
    const more = tries === 1 ? {} : { count: tries, lastAt: now() }
    audit.note({ event, result: 'refused', ...about, ...from, ...more, details: { reason } }, key)
    count({ route: { name: 'interaction' }, event, client })
    const waits = wait === 0 ? {} : { wait_until: now() + wait * 1000 }
    const { address = '', requestId = '' } = from
    const status = reason === 'throttled' ? 429 : 422
    const steps = [{ step: 'sign-in', found: reason === 'throttled' ? 'throttled in silence' : 'refused' }]
    const facts = { reason, tries, ...waits }
    await audit.flush()
    explanations.keep(
      { requestId, at: now(), route: 'interaction', status, address, steps, facts, ...about },
      'anonymous',
    )
  }
  const refused = async ({ app, refusal: { error, ref, route }, device }: Of<'refused'>): Promise<void> => {
    const client = await clientOf(app.draft.clientId)
    const [registered = ''] = client.redirectUris
    const isAddress = ref === 'redirect_uri_mismatch'
    const refusal = deny(error, ref, isAddress ? 'redirect_uri is not registered for the client' : undefined)
    const { address, requestId } = { address: device.address, requestId: newId() }
    const about = {
      client: client.clientId,
      error,
      ref,
      ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
    }
    audit.note({ event: 'request.refused', result: 'refused', address, requestId, ...about })
    count({ route: { name: route }, refusal, client })
    const step = route === 'token' ? 'client authentication' : 'authorization request'
    const steps = [{ step, found: refusal.detail ?? ref }]
    const facts = isAddress ? { redirect_uri_sent: `${registered}/`, redirect_uri_registered: registered } : {}
    const status = ref === 'invalid_client_secret' ? 401 : 400
    await audit.flush()
    explanations.keep({ requestId, at: now(), route, status, address, steps, facts, ...about }, 'anonymous')
  }

  const refresh = async ({ app }: Of<'refresh'>): Promise<void> => {
    const client = await clientOf(app.draft.clientId)
    count({ route: { name: 'token' }, event: 'token.refreshed', client, ...provedBy(client) })
  }
  const acts: { readonly [Kind in Happening['kind']]: (what: Of<Kind>) => Promise<void> } = {
    'sign-in': signIn,
    'next-app': nextApp,
    refresh,
    'sign-out': signOut,
    'wrong-password': wrongPassword,
    'wrong-code': wrongCode,
    refused,
  }

  return {
    async play({ at, what }) {
      past.setClock(at)
      await acts[what.kind](what as never)
      if (writing.length >= TOGETHER) await flush()
    },
    end: flush,
  }
}

interface Failure {
  readonly reason: NonNullable<AuditEvent['details']>['reason']
  readonly tries: number
  /** Tries with one key are one entry. */
  readonly key?: string
  readonly user: string | undefined
  /** In seconds. */
  readonly wait: number
}

const provedBy = ({ type }: Client): { readonly authenticated?: true } =>
  type === 'confidential' ? { authenticated: true } : {}
