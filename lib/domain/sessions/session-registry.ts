import type { SessionEntry, SessionLink } from '../../ports/sessions.ts'
import type { Storage } from '../../ports/storage.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { readBase, type SessionAbout, type SessionClientEntry } from './session-record.ts'

export interface BrowserSession {
  readonly uid: string
  readonly key: string
  readonly subject: string
  /** The subject's revocation version when the session was created. */
  readonly generation: number
  readonly about: SessionAbout
  /** Milliseconds since the epoch. */
  readonly lastSeenAt: number
  readonly clients: readonly (SessionClientEntry & { readonly clientId: string })[]
}

export type SessionStores = Pick<Storage, 'sessions' | 'subjects'>

/** A subject's live sessions on all devices, newest first. @param clientId omits sessions without this client */
export async function sessionsOf(
  storage: SessionStores,
  subject: string,
  clientId?: string,
): Promise<readonly BrowserSession[]> {
  const all = await knownSessions(storage, subject)
  // Read the state only of sessions that include the client. Most users have none.
  const known =
    clientId === undefined
      ? [...all]
      : all.filter(({ clients }) => clients.some((client) => client.clientId === clientId))
  const states = await Promise.all(known.map(({ uid }) => storage.subjects.read(subject, uid)))
  const live = known.filter(
    ({ generation }, index) => states[index]?.sessionEnded === false && states[index].generation === generation,
  )
  return live.sort((a, b) => b.about.startedAt - a.about.startedAt)
}

export async function sessionOf(
  storage: SessionStores,
  subject: string,
  uid: string,
): Promise<BrowserSession | undefined> {
  const [session, state] = await Promise.all([knownSession(storage, subject, uid), storage.subjects.read(subject, uid)])
  return session !== undefined && !state.sessionEnded && session.generation === state.generation ? session : undefined
}

/** All of a subject's recorded sessions, including ended ones, whose clients may still need to be notified. */
export async function knownSessions(storage: SessionStores, subject: string): Promise<readonly BrowserSession[]> {
  const links = await storage.sessions.linked(subject)
  return (await Promise.all(links.map((link) => follow(storage, subject, link)))).filter(
    (session) => session !== undefined,
  )
}

/** One of a subject's recorded sessions, whether or not it has ended. */
export async function knownSession(
  storage: SessionStores,
  subject: string,
  uid: string,
): Promise<BrowserSession | undefined> {
  const link = (await storage.sessions.linked(subject)).find((line) => line.uid === uid)
  return link === undefined ? undefined : follow(storage, subject, link)
}

/** The session that belongs to a cookie, whether or not the subject's list contains it. */
export async function sessionAt(
  storage: SessionStores,
  subject: string,
  key: string,
): Promise<BrowserSession | undefined> {
  const [entry, links] = await Promise.all([storage.sessions.read(key), storage.sessions.linked(subject)])
  return entry === undefined
    ? undefined
    : sessionFrom(subject, key, entry, links.find((line) => line.key === key)?.about)
}

/** Adds a client to a session. A sign-in in another tab may have replaced the cookie since this request read it. */
export async function joinSession(
  storage: SessionStores,
  { subject, uid, key }: { readonly subject: string; readonly uid: string; readonly key: string },
  clientId: string,
  entry: SessionClientEntry,
): Promise<void> {
  const text = writeRecord(entry)
  if ((await storage.sessions.join(key, clientId, text)).outcome !== 'missing') return
  const moved = await knownSession(storage, subject, uid)
  if (moved !== undefined && moved.key !== key) await storage.sessions.join(moved.key, clientId, text)
}

/** Finds the record that a link points to. A move changes the link first, so the record may still be at its old key. */
async function follow(
  storage: SessionStores,
  subject: string,
  { uid, key, about }: SessionLink,
): Promise<BrowserSession | undefined> {
  const { replacedKey } = readRecord<SessionAbout>(about)
  // The third read covers a move that happened between the first two.
  for (const place of replacedKey === undefined ? [key] : [key, replacedKey, key]) {
    const entry = await storage.sessions.read(place)
    const session = entry === undefined ? undefined : sessionFrom(subject, place, entry, about)
    if (session?.uid === uid) return session
  }
  return undefined
}

function sessionFrom(
  subject: string,
  key: string,
  entry: SessionEntry,
  about: string | undefined,
): BrowserSession | undefined {
  const { payload, subjectGeneration, startedAt, writtenAt } = readBase(entry.base)
  if (payload.accountId !== subject) return undefined
  const clients = Object.entries(entry.clients).map(([clientId, text]) => ({
    clientId,
    ...readRecord<SessionClientEntry>(text),
  }))
  const known = about === undefined ? { startedAt, address: '', userAgent: '' } : readRecord<SessionAbout>(about)
  return { uid: payload.uid, key, subject, generation: subjectGeneration, about: known, lastSeenAt: writtenAt, clients }
}
