import type { DocumentStore } from '../../ports/documents.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import { factorRecordsIn } from '../accounts/factors/factor-record.ts'
import type { UserCounts } from './overview-counts.ts'

const PAGE = 200
/** Maximum number of users to count. The page shows how many were counted. */
const USERS_MAX = 20_000

/** Reads every account and its second factors, page by page, with a pause between pages. */
export async function countUsers(
  directory: Pick<EmbeddedDirectory, 'list'>,
  documents: Pick<DocumentStore, 'list'>,
  pause: () => Promise<void>,
): Promise<UserCounts> {
  const counts = { total: 0, counted: 0, suspended: 0, mustChangePassword: 0 }
  const known = new Set<string>()
  for (let after: string | undefined; counts.counted < USERS_MAX; ) {
    const { accounts, total } = await directory.list(after, PAGE)
    counts.total = total
    for (const { sub, status, mustChangePassword } of accounts) {
      known.add(sub)
      counts.counted += 1
      if (status === 'suspended') counts.suspended += 1
      if (mustChangePassword === true) counts.mustChangePassword += 1
    }
    after = accounts.at(-1)?.sub
    if (accounts.length < PAGE) break
    await pause()
  }
  const secondStep = { any: 0, passkey: 0, authenticator: 0 }
  for await (const { sub, record } of factorRecordsIn(documents, pause)) {
    if (!known.has(sub)) continue
    const [passkey, authenticator] = [record.passkeys.length > 0, record.totp !== undefined]
    if (passkey) secondStep.passkey += 1
    if (authenticator) secondStep.authenticator += 1
    if (passkey || authenticator) secondStep.any += 1
  }
  return { ...counts, secondStep }
}
