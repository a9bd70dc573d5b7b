import { ADMIN_ROLE } from '../../../policies/panel-access.ts'
import { signInAddress } from '../../../policies/sign-in-address.ts'
import { canonicalUsername } from '../../../policies/username.ts'
import type { HashForms } from '../accounts/hash-forms.ts'
import type { ClientLine } from './client-line.ts'
import { type ImportClientsParts, importClient } from './import-clients.ts'
import { importHashes } from './import-hashes.ts'
import { type LineOutcome, type LineRefusal, refusedFor } from './import-outcome.ts'
import { type ImportUsersParts, importUser } from './import-users.ts'
import { readLine, type TransferLine } from './transfer-line.ts'
import type { UserLine } from './user-line.ts'

export interface ImportParts extends Omit<ImportUsersParts, 'writes' | 'hashes'> {
  readonly forms: HashForms
  /** If absent, lines with clients are refused. */
  readonly clients?: Omit<ImportClientsParts, 'writes'>
}

export interface ImportOptions {
  /** Validates everything but writes nothing. */
  readonly dryRun: boolean
  refused(line: number, refusal: LineRefusal): void
  progress?(counts: ImportCounts): void
  /** Awaited for each user who is stored, also if an earlier run has created the account. */
  stored?(user: UserLine, outcome: 'created' | 'unchanged'): Promise<void>
}

export interface ImportCounts {
  /** Number of completed lines, not counting empty ones. */
  readonly lines: number
  readonly users: number
  readonly clients: number
  readonly unchanged: number
  readonly refused: number
  readonly administrators: number
  /** Formats of imported hashes, and the cost each adds to a sign-in until it expires, relative to Portico's hash. */
  readonly hashCosts: Readonly<Record<string, number>>
  /** Confidential clients that were created without a secret. */
  readonly withoutSecret: readonly string[]
}

/** Number of lines processed concurrently: enough to keep the store busy, but few enough to repeat after a crash. */
const AT_A_TIME = 200

/**
 * Imports the users and clients in a file. After an interruption, a second run with the same file finds the records
 * that are already stored and continues. Existing records are never changed.
 * @throws StoreUnavailable if the store is unavailable, MissingPackage for bcrypt hashes if bcrypt is not installed
 */
export async function importLines(
  lines: AsyncIterable<string>,
  parts: ImportParts,
  { dryRun, refused, progress, stored }: ImportOptions,
): Promise<ImportCounts> {
  const writes = !dryRun
  const hashes = importHashes(parts.forms, writes)
  const duplicates = duplicatesIn()
  const counts = { lines: 0, users: 0, clients: 0, unchanged: 0, refused: 0, administrators: 0 }
  const withoutSecret: string[] = []
  const count = (number: number, line: TransferLine, result: LineOutcome): void => {
    counts.lines += 1
    if (result.outcome === 'unchanged') counts.unchanged += 1
    if (result.outcome === 'refused') {
      counts.refused += 1
      refused(number, result)
    }
    if (result.outcome === 'created') {
      if (line.type === 'user') {
        counts.users += 1
        if (line.user.roles.includes(ADMIN_ROLE)) counts.administrators += 1
      } else if (line.type === 'client') {
        counts.clients += 1
        if (lacksSecret(line.client)) withoutSecret.push(line.client.client_id)
      }
    }
    progress?.({ ...counts, hashCosts: hashes.costs(), withoutSecret })
  }
  const perform = async (number: number, line: TransferLine): Promise<void> => {
    const double = duplicates(number, line)
    if (double !== undefined) return count(number, line, refusedFor(double, 'duplicate'))
    if (line.type === 'refused') return count(number, line, line)
    if (line.type === 'client') {
      const { clients } = parts
      if (clients === undefined) return count(number, line, refusedFor('type must be "user"'))
      return count(number, line, await importClient({ ...clients, writes }, line.client))
    }
    const result = await importUser({ ...parts, hashes, writes }, line.user, line.hash)
    if (writes && result.outcome !== 'refused') await stored?.(line.user, result.outcome)
    count(number, line, result)
  }
  await inParallel(lines, (text, number) => (text.trim() === '' ? undefined : perform(number, readLine(text))))
  await hashes.restoreForms()
  return { ...counts, hashCosts: hashes.costs(), withoutSecret }
}

const lacksSecret = ({ client_type, client_secret, client_secret_sha256, gate }: ClientLine): boolean =>
  client_type === 'confidential' && gate === undefined && (client_secret ?? client_secret_sha256) === undefined

/** Numbers the lines from 1 and processes several at a time. After the first failure, no further lines are started. */
async function inParallel(
  lines: AsyncIterable<string>,
  work: (text: string, number: number) => Promise<void> | undefined,
): Promise<void> {
  const queue = lines[Symbol.asyncIterator]()
  let number = 0
  let hasFailed = false
  const worker = async (): Promise<void> => {
    while (!hasFailed) {
      const next = await queue.next()
      if (next.done === true) return
      number += 1
      try {
        await work(next.value, number)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_A_TIME }, worker))
  const failure = ended.find((one) => one.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}

/** Reports duplicates of values that must be unique within the file. The first line that contains a value keeps it. */
function duplicatesIn(): (number: number, line: TransferLine) => string | undefined {
  const seen = new Map<string, number>()
  return (number, line) => {
    const keys = keysOf(line)
    for (const [field, key] of keys) {
      const first = seen.get(key)
      if (first !== undefined) return `${field}: the same as in line ${first}`
    }
    for (const [, key] of keys) seen.set(key, number)
    return undefined
  }
}

function keysOf(line: TransferLine): readonly (readonly [field: string, key: string])[] {
  if (line.type === 'refused') return []
  if (line.type === 'client') return [['client_id', `client ${line.client.client_id}`]]
  const { sub, username, email, email_verified, origin, identities } = line.user
  const name = canonicalUsername(username)
  // Users cannot sign in with an email address that comes from a connector.
  const address = origin === undefined ? signInAddress({ email, email_verified }) : undefined
  return [
    ['sub', `sub ${sub}`],
    // User names and email addresses share one namespace, because users can sign in with either one.
    ...(name === undefined ? [] : [['username', `name ${name}`] as const]),
    ...(address === undefined ? [] : [['email', `name ${address}`] as const]),
    ...identities.map(
      ({ issuer, subject }) => ['identities', `identity ${JSON.stringify([issuer, subject])}`] as const,
    ),
  ]
}
