import type { Storage } from '../ports/storage.ts'
import { readBase } from './session-record.ts'
import type { SessionAbout, SessionClientEntry } from './session-record.ts'

/** A browser session with the clients that were signed in to in it. */
export interface BrowserSession {
  readonly uid: string
  readonly key: string
  readonly subject: string
  readonly about: SessionAbout
  /** Milliseconds since the epoch. */
  readonly lastSeenAt: number
  readonly clients: readonly (SessionClientEntry & { readonly clientId: string })[]
}

interface Linked {
  readonly session: BrowserSession
  readonly generation: number
  readonly alive: boolean
}

async function linkedSessions(storage: Storage, subject: string): Promise<readonly Linked[]> {
  const links = await storage.sessions.linked(subject)
  const found = await Promise.all(links.map(async ({ uid, key, about }): Promise<Linked | undefined> => {
    const [entry, state] = await Promise.all([storage.sessions.read(key), storage.subjects.read(subject, uid)])
    if (entry === undefined) return undefined
    const base = readBase(entry.base)
    if (base.payload.accountId !== subject) return undefined
    const clients = Object.entries(entry.clients).map(([clientId, text]) => ({ clientId, ...JSON.parse(text) as SessionClientEntry }))
    const session = { uid, key, subject, about: JSON.parse(about) as SessionAbout, lastSeenAt: base.writtenAt, clients }
    return { session, generation: base.subjectGeneration, alive: !state.sessionEnded && base.subjectGeneration === state.generation }
  }))
  return found.filter((linked) => linked !== undefined)
}

/** All live sessions of a subject, on all devices, newest first. */
export async function sessionsOf(storage: Storage, subject: string): Promise<readonly BrowserSession[]> {
  const live = (await linkedSessions(storage, subject)).filter(({ alive }) => alive).map(({ session }) => session)
  return live.sort((a, b) => b.about.startedAt - a.about.startedAt)
}

/** Sessions that lived under a generation of the subject, also when they are over: whose clients must hear of the end. */
export async function sessionsUnder(storage: Storage, subject: string, generation: number): Promise<readonly BrowserSession[]> {
  return (await linkedSessions(storage, subject)).filter((linked) => linked.generation === generation).map(({ session }) => session)
}

/** One session of a subject, by its identifier. */
export async function sessionOf(storage: Storage, subject: string, uid: string): Promise<BrowserSession | undefined> {
  return (await sessionsOf(storage, subject)).find((session) => session.uid === uid)
}
