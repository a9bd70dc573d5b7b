import { type Account, hasHash } from '../accounts/account-record.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { ImportHashes } from './import-hashes.ts'
import { CREATED, comparedWith, type LineOutcome, refusedFor } from './import-outcome.ts'
import { accountOf, type UserLine, userLine } from './user-line.ts'

export interface ImportUsersParts {
  readonly directory: Pick<EmbeddedDirectory, 'account' | 'usernameIn' | 'addressIn' | 'create' | 'change'>
  readonly hashes: ImportHashes
  readonly writes: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const REASONS: Readonly<
  Record<Exclude<Awaited<ReturnType<EmbeddedDirectory['create']>>, 'created' | 'sub-taken'>, string>
> = {
  'username-taken': 'username: another account has it',
  'username-retired': 'username: a removed user had it, and gated apps would take the new one for them',
  'username-unusable': 'username: this cannot be one',
}

/** Creates the account of a line, or finds that it is there. */
export async function importUser(
  { directory, hashes, writes, now }: ImportUsersParts,
  line: UserLine,
  hash: unknown,
): Promise<LineOutcome> {
  const admitted = hash === undefined || hash === null ? undefined : await hashes.admit(hash)
  if (admitted?.outcome === 'refused') return admitted
  const account = accountOf(line, admitted?.text, now())
  const before: Account = { ...account, person: {} }
  const [present, name, named, address] = await Promise.all([
    directory.account(account.sub),
    // Where it is written, the claim decides.
    writes ? ('free' as const) : directory.usernameIn(account.username, account.sub),
    // A name comes before an address: whoever has the address would be taken for this account.
    directory.addressIn({ email: account.username, email_verified: true }, before),
    directory.addressIn(account.person, before),
  ])
  if (present !== undefined) return comparedWithPresent(directory, present, account, writes)
  if (name !== 'free') return refusedFor(REASONS[name])
  if (named === 'taken') return refusedFor('username: it is the verified address of another account')
  if (address === 'taken') return refusedFor('email: verified, it signs another account in')
  if (!writes) return CREATED
  const outcome = await directory.create(account)
  if (outcome === 'created') return CREATED
  if (outcome !== 'sub-taken') return refusedFor(REASONS[outcome])
  // Created by somebody else in this very moment.
  const other = await directory.account(account.sub)
  return other === undefined ? refusedFor('sub: it was taken') : comparedWithPresent(directory, other, account, writes)
}

async function comparedWithPresent(
  directory: ImportUsersParts['directory'],
  present: Account,
  account: Account,
  writes: boolean,
): Promise<LineOutcome> {
  if (present.source === 'configuration') return refusedFor('sub: the account comes from the configuration')
  if (present.source === 'directory') return refusedFor('sub: the account comes from the directory')
  const { passwordHash } = account
  // A line without a password says nothing of one. The hash of the line may have become one of the service since.
  const saysPassword = passwordHash !== undefined
  const isSame = saysPassword && hasHash(present, passwordHash)
  const shown = isSame ? { ...present, passwordHash } : present
  const compared = comparedWith(
    userLine(shown, saysPassword ? 'with-hashes' : 'without-hashes'),
    userLine(saysPassword ? account : withoutDemand(account, present), saysPassword ? 'with-hashes' : 'without-hashes'),
    'the user',
  )
  // A run that was killed may have left the address of the account without its entry.
  if (writes && compared.outcome === 'unchanged' && present.person.email_verified === true)
    await directory.change(present.sub, (current) => current, 'tell-nobody')
  return compared
}

/** Whether a password must be changed is said with the password alone. */
const withoutDemand = (account: Account, { mustChangePassword }: Account): Account =>
  mustChangePassword === undefined ? account : { ...account, mustChangePassword }
