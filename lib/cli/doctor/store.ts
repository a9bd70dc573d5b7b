import { existsSync } from 'node:fs'
import { serviceAttention } from '../../../policies/attention.ts'
import { evaluateClock } from '../../../policies/clock-difference.ts'
import { type Finding, finding } from '../../../policies/findings.ts'
import { neverConfirms } from '../../../policies/frontchannel-logout.ts'
import { ConfigError } from '../../config/issues/config-error.ts'
import { storedClientPages } from '../../domain/clients/client-pages.ts'
import { storedKeys } from '../../domain/keys/key-ring.ts'
import { DecryptionError, seal } from '../../domain/keys/seal.ts'
import { dailyStats } from '../../domain/metrics/daily-stats.ts'
import type { Storage, StoreFact } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { dataFileOf, serverUrlOf, storageOf } from '../../serve/deployment-storage.ts'
import type { Note } from './report.ts'
import { type Subject, settingFindings } from './settings.ts'

/** This many 429 responses in one day suggest a misconfiguration rather than a script that guesses passwords. */
const LIMITED_PER_DAY = 100

/** Checks the store and its contents, and compares its clock with this machine's. Changes nothing. */
export async function lookAtStore(subject: Subject, note: Note, now: () => number): Promise<readonly Finding[]> {
  const storage = await storageOf(subject.deployment, 'expect').catch((error: unknown) => {
    if (error instanceof ConfigError) return settingFindings(error)
    throw error
  })
  if (!('open' in storage)) return storage
  const file = dataFileOf(subject.deployment)
  try {
    // Opening a missing data file would create it.
    const isThere = file === undefined || existsSync(file)
    const opened = isThere ? await opening(storage) : []
    const found = [...opened, ...((await storage.inspect?.()) ?? [])].map(({ code, what }) => finding(code, what))
    if (!isThere) return [...found, finding('store-unused', `${file} does not exist`)]
    const closed = found.filter(({ code }) => CLOSED.has(code))
    if (closed.length > 0) return [...causesOf(closed), ...found.filter((one) => !closed.includes(one))]
    if (found.some(({ code }) => code === 'store-unused')) return found
    note(storage.name)
    // An in-memory store exists only in the service's own process, so it cannot be checked from here.
    if (file === undefined && serverUrlOf(subject.deployment) === undefined) return found
    return [...found, ...(await clockFinding(storage, now)), ...(await contentFindings(storage, subject, note, now))]
  } finally {
    await storage.close()
  }
}

const DAY_MS = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** After one of these findings, the contents are not checked, because the store cannot be read. */
const CLOSED: ReadonlySet<string> = new Set([
  'store-unreachable',
  'store-credentials',
  'store-read-only',
  'postgres-unsuitable',
  'postgres-rights',
  'postgres-read-only',
  'redis-version',
  'redis-rights',
  'redis-replica',
  'redis-cluster-incomplete',
])

/** Drops `store-unreachable` if there is a more specific finding. */
function causesOf(closed: readonly Finding[]): readonly Finding[] {
  const known = closed.filter(({ code }) => code !== 'store-unreachable')
  return known.length > 0 ? known : closed.slice(0, 1)
}

async function opening(storage: Storage): Promise<readonly StoreFact[]> {
  try {
    return await storage.open()
  } catch (error) {
    const isUnused = error instanceof StoreUnavailable && error.reason === 'UNUSED'
    return [{ code: isUnused ? 'store-unused' : 'store-unreachable', what: (error as Error).message }]
  }
}

async function clockFinding(storage: Storage, now: () => number): Promise<readonly Finding[]> {
  const askedAt = now()
  const storeTime = await storage.time?.().catch(() => undefined)
  if (storeTime === undefined) return []
  const { verdict, byMs } = evaluateClock({ askedAt, storeTime, answeredAt: now() })
  const seconds = Math.round(byMs / 1000)
  return verdict === 'in-step'
    ? []
    : [finding('clock-off', `this machine's clock is ${seconds} s ${verdict} of the store's clock`)]
}

/** Checks the signing keys, today's request counters, and the clients. */
async function contentFindings(storage: Storage, { configuration, secrets }: Subject, note: Note, now: () => number) {
  if (secrets === undefined) return [finding('store-unused', 'no root secret has been created yet')]
  try {
    const keys = await storedKeys(storage.documents, seal(secrets))
    if (keys === undefined) return [finding('store-unused', `there are no signing keys in the store (${storage.name})`)]
    const since = (keys.find(({ state }) => state === 'current')?.activatedAt ?? 0) * 1000
    const { rotateAfterDays } = configuration.keys
    const times = `the current key has been signing since ${dayOf(since)}; next rotation: ${dayOf(since + rotateAfterDays * DAY_MS)}`
    note(times)
    const reasons = serviceAttention({ signingSince: since, rotateAfterDays, store: 'lasting', https: true }, now())
    const overdue = reasons.includes('key-overdue') ? [finding('key-overdue', times)] : []
    return [...overdue, ...(await limitFinding(storage, now)), ...(await frameFindings(storage, configuration.baseUrl))]
  } catch (error) {
    if (error instanceof DecryptionError)
      return [finding('secret-wrong', 'the root secret cannot decrypt the signing keys in the store')]
    if (error instanceof StoreUnavailable) return [finding('store-unreachable', error.message)]
    throw error
  }
}

/** One finding for all clients whose sign-outs can never be confirmed. */
async function frameFindings({ clients }: Storage, issuer: string): Promise<readonly Finding[]> {
  const found: string[] = []
  for await (const page of storedClientPages(clients))
    for (const client of page)
      if (client.status === 'active' && neverConfirms(issuer, client))
        found.push(`${client.clientId} (${client.frontchannelLogoutUri})`)
  return found.length === 0 ? [] : [finding('frontchannel-other-site', found.join(', '))]
}

async function limitFinding({ documents }: Storage, now: () => number): Promise<readonly Finding[]> {
  const refused = (await dailyStats(documents, now).read(1)).at(-1)?.errors['too_many_attempts'] ?? 0
  return refused < LIMITED_PER_DAY
    ? []
    : [finding('rate-limited', `${refused} requests were refused today by a rate limit (429)`)]
}
