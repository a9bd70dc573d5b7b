/** Saves a session as planned in session-plan.ts. The writes are ordered so that every revocation finds the session. */
import { AFTERLIFE_MS, expiryPaceMs } from '../../../policies/browser-session.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'
import { deny } from '../../../policies/verdict.ts'
import { tokenMarkMs } from '../../domain/sessions/ending.ts'
import { watchSession } from '../../domain/sessions/expired-sessions.ts'
import {
  type SessionClientEntry,
  type SessionPayload,
  writeAbout,
  writeBase,
} from '../../domain/sessions/session-record.ts'
import { joinSession } from '../../domain/sessions/session-registry.ts'
import { sidOf } from '../../domain/sessions/sid.ts'
import { hasUpstreamEnded, rememberSignIn } from '../../domain/sessions/upstream-sessions.ts'
import { recordIn, writeRecord } from '../../domain/stored-record.ts'
import type { Storage } from '../../ports/storage.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import type { EngineRun, LoadedSession } from './context.ts'
import { planSave, type SavePlan, sessionMsLeft } from './session-plan.ts'

export interface KeepingParts {
  readonly storage: Storage
  readonly lifetimes: Lifetimes
  readonly now: () => number
  readonly passwordStampOf: (subject: string) => Promise<string | undefined>
}

/** Saves a session. @throws ProtocolError interaction_expired when the sign-in was revoked in the meantime */
export function sessionKeeping(
  parts: KeepingParts,
): (run: EngineRun, key: string, payload: SessionPayload) => Promise<void> {
  const { storage, lifetimes, now } = parts
  return async (run, key, payload) => {
    const { accountId, uid } = payload
    const plan = planSave(run, { key, accountId }, now(), expiryPaceMs(lifetimes))
    const { known, startedAt, endsAt, upstream, replacedSession } = plan
    const subjectGeneration = plan.subjectGeneration ?? (await storage.subjects.read(accountId)).generation
    const baseAt = (writtenAt: number): string =>
      writeBase({ payload, subjectGeneration, startedAt, writtenAt, endsAt, upstream })
    if (known === undefined)
      run.undoNewSession = async () => {
        await storage.sessions.remove(key)
        await storage.sessions.unlink(accountId, uid)
      }
    // Update the list before moving the record, so that a concurrent revocation finds it under the old or the new key.
    if (plan.isListed) await list(parts, run, plan, key, payload)
    if (plan.authenticated?.upstream !== undefined) {
      const { user, session } = plan.authenticated.upstream
      const until = plan.authenticated.endsAt ?? startedAt + lifetimes.sessionAbsolute * 1000
      await rememberSignIn(storage.documents, { sub: accountId, uid, user, session, until }, now())
    }
    if (replacedSession?.by === 'move') await storage.sessions.move(replacedSession.key, key)
    else if (replacedSession !== undefined) await storage.sessions.remove(replacedSession.key)
    const isUnchanged = plan.writtenAt !== undefined && baseAt(plan.writtenAt) === known?.base
    const left = sessionMsLeft(plan, lifetimes, now())
    if (!isUnchanged) await storage.sessions.write(key, baseAt(now()), left + AFTERLIFE_MS)
    await assertInForce(parts, run, plan, payload)
    await joinClient(storage, run, { payload, key, known, at: now() })
  }
}

/** Adds the session to the user's list and, if it is new, to the sessions that are checked for expiry. */
async function list(
  { storage, lifetimes, now }: KeepingParts,
  { context }: EngineRun,
  plan: SavePlan,
  key: string,
  { accountId, uid }: SessionPayload,
): Promise<void> {
  const { known, startedAt, endsAt, upstream, replacedSession } = plan
  const about = writeAbout({
    startedAt,
    address: context.address,
    userAgent: headerText(context.req, 'user-agent') ?? '',
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(upstream === undefined ? {} : { upstream }),
    ...(replacedSession?.by === 'move' ? { replacedKey: replacedSession.key } : {}),
  })
  const keptMs = startedAt + lifetimes.sessionAbsolute * 1000 + AFTERLIFE_MS - now()
  const endsFirst = now() + sessionMsLeft(plan, lifetimes, now())
  await Promise.all([
    storage.sessions.link(accountId, { uid, key, about }, keptMs),
    known === undefined ? watchSession(storage.documents, { subject: accountId, uid }, endsFirst) : undefined,
  ])
}

/** Checks the sign-in again after saving, because a concurrent revocation may have missed the new session. */
async function assertInForce(
  { storage, lifetimes, now, passwordStampOf }: KeepingParts,
  run: EngineRun,
  { authenticated, known }: SavePlan,
  { accountId, uid }: SessionPayload,
): Promise<void> {
  const { passwordStamp, upstream } = authenticated ?? {}
  if (passwordStamp !== undefined && (await passwordStampOf(accountId)) !== passwordStamp) {
    await run.undoNewSession?.()
    throw expired('the password was changed while the sign-in came to its end')
  }
  // A logout at the provider may have arrived before the session was stored. If so, it did not end the session.
  if (upstream === undefined || !(await hasUpstreamEnded(storage.records, upstream))) return
  await storage.subjects.revokeSession(accountId, uid, tokenMarkMs(lifetimes))
  if (known === undefined) await run.undoNewSession?.()
  // An existing session may have clients. The next check for expired sessions will notify them.
  else await watchSession(storage.documents, { subject: accountId, uid }, now())
  throw expired('the provider ended the session while the sign-in came to its end')
}

const expired = (detail: string): ProtocolError =>
  new ProtocolError(deny('invalid_request', 'interaction_expired', detail))

/** Adds the client that received a code in this request to the session. @param at milliseconds since the epoch */
export async function joinClient(
  storage: Storage,
  { grantedClient }: EngineRun,
  session: {
    readonly payload: Pick<SessionPayload, 'uid' | 'accountId'>
    readonly key: string
    readonly known: LoadedSession | undefined
    readonly at: number
  },
): Promise<void> {
  if (grantedClient === undefined) return
  const { clientId, scopes } = grantedClient
  const { payload, key, known, at } = session
  const text = known !== undefined && Object.hasOwn(known.clients, clientId) ? known.clients[clientId] : undefined
  const before = recordIn<SessionClientEntry>(text)
  const given = [...new Set([...(before?.scopes ?? []), ...scopes])]
  const { accountId: subject, uid } = payload
  const accessVersion =
    grantedClient.accessVersion ?? (await storage.subjects.read(subject, uid, clientId)).clientGeneration
  if (before === undefined) {
    const entry = { sid: sidOf(uid, clientId), at, scopes: given, accessVersion }
    await joinSession(storage, { subject, uid, key }, clientId, entry)
    // If two tabs write at the same time, either write may win: these scopes are only shown to administrators.
  } else if (given.length > (before.scopes?.length ?? 0) || before.accessVersion !== accessVersion)
    await storage.sessions.amend(key, clientId, writeRecord({ ...before, scopes: given, accessVersion }))
}
