import { type Account, hasHash } from '../accounts/account-record.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { Identities } from '../accounts/identities.ts'
import type { ImportHashes } from './import-hashes.ts'
import { CREATED, comparedWith, type LineOutcome, refusedFor } from './import-outcome.ts'
import { accountOf, type UserLine, userLine } from './user-line.ts'

export interface ImportUsersParts {
  readonly directory: Pick<EmbeddedDirectory, 'account' | 'usernameIn' | 'addressIn' | 'create' | 'change'>
  readonly identities: Pick<Identities, 'find' | 'link'>
  readonly hashes: ImportHashes
  readonly writes: boolean
  readonly now: () => number
}

const REASONS: Readonly<
  Record<Exclude<Awaited<ReturnType<EmbeddedDirectory['create']>>, 'created' | 'sub-taken'>, string>
> = {
  'username-taken': 'username: another account has it',
  'username-retired': 'username: a removed user had it, and gated apps would take the new one for them',
  'username-unusable': 'username: this cannot be one',
  'email-taken': 'email: verified, it signs another account in',
}

/** Creates the account from a line, unless it already exists. */
export async function importUser(
  { directory, identities, hashes, writes, now }: ImportUsersParts,
  line: UserLine,
  hash: unknown,
): Promise<LineOutcome> {
  const admitted = hash === undefined || hash === null ? undefined : await hashes.admit(hash)
  if (admitted?.outcome === 'refused') return admitted
  const account = accountOf(line, admitted?.text, now())
  const before: Account = { ...account, person: {} }
  const [present, name, named, address, held] = await Promise.all([
    directory.account(account.sub),
    // When writing, this check is not needed, because `create` claims the user name.
    writes ? ('free' as const) : directory.usernameIn(account.username, account.sub),
    // If the user name is another user's email address, that user's sign-ins would reach the new account.
    directory.addressIn({ email: account.username, email_verified: true }, before),
    directory.addressIn(account.person, before),
    Promise.all((account.identities ?? []).map((identity) => identities.find(identity))),
  ])
  if (present !== undefined) return comparedWithPresent({ directory, identities, writes }, present, account)
  if (named === 'taken') return refusedFor('username: it is the verified address of another account', 'username-taken')
  if (name !== 'free') return refusedFor(REASONS[name], name)
  if (address === 'taken') return refusedFor(REASONS['email-taken'], 'email-taken')
  if (held.some((holder) => holder !== undefined)) return refusedFor('identities: one of them signs another account in')
  if (!writes) return CREATED
  const outcome = await directory.create(account)
  if (outcome === 'created') return linked(identities, account, CREATED)
  if (outcome !== 'sub-taken') return refusedFor(REASONS[outcome], outcome)
  // Another process created the account in the meantime.
  const other = await directory.account(account.sub)
  return other === undefined
    ? refusedFor('sub: it was taken')
    : comparedWithPresent({ directory, identities, writes }, other, account)
}

async function comparedWithPresent(
  { directory, identities, writes }: Pick<ImportUsersParts, 'directory' | 'identities' | 'writes'>,
  present: Account,
  account: Account,
): Promise<LineOutcome> {
  if (present.source === 'configuration') return refusedFor('sub: the account comes from the configuration')
  if (present.source === 'directory') return refusedFor('sub: the account comes from the directory')
  const { passwordHash } = account
  // Compare passwords only if the line contains one. The stored hash may have been replaced since the import.
  const saysPassword = passwordHash !== undefined
  const isSame = saysPassword && hasHash(present, passwordHash)
  const shown = isSame ? { ...present, passwordHash } : present
  const compared = comparedWith(
    userLine(shown, saysPassword ? 'with-hashes' : 'without-hashes'),
    userLine(
      saysPassword ? account : withPasswordChangeOf(account, present),
      saysPassword ? 'with-hashes' : 'without-hashes',
    ),
    'the user',
  )
  if (!writes || compared.outcome !== 'unchanged') return compared
  // If an earlier run was killed, the account's email address and identities may lack their index entries.
  if (present.person.email_verified === true) await directory.change(present.sub, (current) => current, 'silent')
  return linked(identities, present, compared)
}

/** Links the account's identities, so that they can be used to sign in. */
async function linked(
  identities: ImportUsersParts['identities'],
  { sub, identities: held = [] }: Account,
  outcome: LineOutcome,
): Promise<LineOutcome> {
  for (const { connector, ...identity } of held)
    if ((await identities.link(identity, connector, sub)) === 'taken')
      return refusedFor('identities: one of them signs another account in; the account is there without it')
  return outcome
}

/** Copies `mustChangePassword`, so that it is not compared if the line contains no password. */
const withPasswordChangeOf = (account: Account, { mustChangePassword }: Account): Account =>
  mustChangePassword === undefined ? account : { ...account, mustChangePassword }
