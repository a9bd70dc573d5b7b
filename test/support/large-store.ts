/** A large deployment: clients, their usage, signed-in users, deliveries and activity by the thousand. */
import { randomBytes } from 'node:crypto'
import type { AuditEvent } from '../../lib/domain/audit/events.ts'
import type { DayStats } from '../../lib/domain/metrics/daily-stats.ts'
import { writeBase } from '../../lib/domain/sessions/session-record.ts'
import { sidOf } from '../../lib/domain/sessions/sid.ts'
import type { Client, Storage } from '../../lib/index.ts'
import { LINK } from './audit.ts'

export interface LargeStore {
  readonly clients: number
  readonly people: number
  readonly deliveries: number
  readonly entries: number
}

/** The number of parallel calls to the store. */
const AT_ONCE = 250
const DAY_MS = 86_400_000

const clientIdOf = (index: number): string => `app-${String(index).padStart(5, '0')}`
const subjectOf = (index: number): string => `u-${String(index).padStart(6, '0')}`

async function inPortions(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => work(from + index)))
}

export async function fillStore(storage: Storage, size: LargeStore, now: number): Promise<void> {
  await inPortions(size.clients, async (index) => {
    const client = clientAt(index, now)
    await storage.clients.create({
      id: client.clientId,
      record: JSON.stringify(client),
      redirectUris: client.redirectUris,
    })
    await storage.documents.replace('client-use', client.clientId, undefined, JSON.stringify(useAt(index, now)))
  })
  await inPortions(size.people, (index) => signIn(storage, index, size.clients, now))
  const today = JSON.stringify(statsOf())
  await inPortions(30, (day) => storage.documents.replace('stats', dayOf(now - day * DAY_MS), undefined, today))
  await inPortions(size.deliveries, async (index) => {
    const delivery = deliveryAt(index, size.clients, now)
    // Finished before a worker can lease it: it is never sent.
    await storage.deliveries.put([{ ...delivery, state: 'held', dueAt: now + 365 * DAY_MS }])
    await storage.deliveries.complete(delivery, 30 * DAY_MS)
  })
  await fillActivity(storage, size, now)
}

export function clientAt(index: number, now: number): Client {
  const clientId = clientIdOf(index)
  return {
    clientId,
    clientName: `App ${10_000 - index}`,
    ownerEmail: `owner-${index % 7}@example.com`,
    type: index % 3 === 0 ? 'public' : 'confidential',
    environment: index % 2 === 0 ? 'live' : 'development',
    redirectUris: [`https://${clientId}.example/callback`],
    postLogoutRedirectUris: [],
    scopes: ['openid', 'profile', 'offline_access'],
    consent: 'once',
    status: index % 100 === 99 ? 'disabled' : 'active',
    source: 'administrator',
    epoch: 'e',
    ...(index % 3 === 0
      ? {}
      : { secretHash: 'none', secretHint: 'none', secretCreatedAt: now - 400 * DAY_MS + index * 60_000 }),
    createdAt: now - 400 * DAY_MS + index * 60_000,
    changedAt: now - 100 * DAY_MS,
    changedBy: 'u-admin',
    version: 1,
  }
}

function useAt(index: number, now: number): object {
  const days = Array.from({ length: 30 }, (_, day) => [
    dayOf(now - day * DAY_MS),
    { signIns: index % 50, refreshes: index % 90 },
  ])
  return { authorizedAt: now - index * 1000, signedInAt: now - index * 1000, days: Object.fromEntries(days) }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A day with the maximum number of clients. */
function statsOf(): DayStats {
  const clients = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [clientIdOf(index * 20), 500 - index]))
  const errors = { invalid_grant: 700, invalid_request: 30 }
  return {
    signIns: 40_000,
    failedSignIns: 900,
    hours: [],
    failedHours: [],
    tokens: 200_000,
    tokenErrors: 700,
    errors,
    clients,
  }
}

async function signIn({ sessions }: Storage, index: number, clients: number, now: number): Promise<void> {
  const [key, uid] = [randomBytes(16).toString('base64url'), randomBytes(16).toString('base64url')]
  const [subject, startedAt] = [subjectOf(index), now - index * 10]
  const about = JSON.stringify({ startedAt, address: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
  const base = writeBase({ payload: { uid, accountId: subject }, subjectGeneration: 0, startedAt, writtenAt: now })
  await sessions.link(subject, { uid, key, about }, DAY_MS)
  await sessions.write(key, base, DAY_MS)
  for (const client of [0, 1 + (index % (clients - 1))].map(clientIdOf))
    await sessions.join(
      key,
      client,
      JSON.stringify({ sid: sidOf(uid, client), at: startedAt, scopes: ['openid', 'profile'] }),
    )
}

function deliveryAt(index: number, clients: number, now: number): Parameters<Storage['deliveries']['put']>[0][number] {
  return {
    id: `d-${index}`,
    clientId: clientIdOf(index % clients),
    subject: subjectOf(index % 1000),
    session: `s-${index}`,
    sid: `s-${index}.x`,
    channel: 'backchannel',
    uri: 'https://app.example/backchannel',
    state: index % 40 === 0 ? 'failed' : 'delivered',
    tries: 1,
    createdAt: now - index * 1000,
    dueAt: now - index * 1000,
    condition: '{"kind":"session-end","generation":0}',
  }
}

/** Entries over the last ninety days; every thousandth is an operation on a client. */
async function fillActivity({ audit }: Storage, { entries, clients }: LargeStore, now: number): Promise<void> {
  const step = (90 * DAY_MS) / entries
  const portion = 200
  const append = (first: number): Promise<void> =>
    audit.append(
      Math.floor(now - (entries - first) * step),
      Array.from({ length: Math.min(portion, entries - first) }, (_, index) =>
        JSON.stringify(entryAt(first + index, clients)),
      ),
      LINK,
    )
  for (let from = 0; from < entries; from += portion * 16) {
    const starts = Array.from({ length: 16 }, (_, part) => from + part * portion).filter((first) => first < entries)
    await Promise.all(starts.map(append))
  }
}

function entryAt(index: number, clients: number): AuditEvent {
  const client = clientIdOf(index % clients)
  const request = { address: '192.0.2.7', requestId: `request-${index}`, client }
  if (index % 1000 === 999) {
    return {
      event: 'client.changed',
      result: 'ok',
      actor: 'u-admin',
      ...request,
      changes: { clientName: ['Before', 'After'] },
    }
  }
  if (index % 10 === 9) {
    return {
      event: 'request.refused',
      result: 'refused',
      error: 'invalid_request',
      ref: 'redirect_uri_mismatch',
      ...request,
    }
  }
  const event = index % 2 === 0 ? 'sign-in.succeeded' : 'token.issued'
  return { event, result: 'ok', user: subjectOf(index % 5000), ...request }
}
