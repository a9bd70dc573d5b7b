import { accessRule } from '../domain/accounts/access-rule.ts'
import type { DirectoryUsers } from '../domain/accounts/directory-users.ts'
import type { EmbeddedDirectory } from '../domain/accounts/embedded-directory.ts'
import { passwordIn } from '../domain/accounts/embedded-passwords.ts'
import { challenges } from '../domain/accounts/factors/challenges.ts'
import { embeddedFactors } from '../domain/accounts/factors/embedded-factors.ts'
import { HASHING, hashingQueue } from '../domain/accounts/factors/hashing-queue.ts'
import { passkeyCeremonies } from '../domain/accounts/factors/passkey-ceremonies.ts'
import { recoveryCodes } from '../domain/accounts/factors/recovery-codes.ts'
import { userClaims } from '../domain/accounts/further-claims.ts'
import { type CallHost, callHost } from '../domain/accounts/host-call.ts'
import { hostErrorFields } from '../domain/accounts/host-error.ts'
import { type HostUsers, hostUsers } from '../domain/accounts/host-users.ts'
import { passwordFacts } from '../domain/accounts/password-facts.ts'
import { secondFactorRequirement } from '../domain/accounts/second-factor-requirement.ts'
import { secondStepThrottle } from '../domain/accounts/second-step-throttle.ts'
import { type SignInThrottleParts, signInThrottle } from '../domain/accounts/sign-in-throttle.ts'
import { trustedDevices } from '../domain/accounts/trusted-devices.ts'
import { users } from '../domain/accounts/user-directory.ts'
import { noticedFactors } from '../domain/emails/noticed-factors.ts'
import { signer } from '../domain/keys/signer.ts'
import { type ManagedUsers, managedAccounts, managedHostUsers } from '../domain/management/managed-users.ts'
import { type NewAuthenticatorParts, newAuthenticator } from '../web/pages/new-authenticator.ts'
import type { Domain } from './domain.ts'
import type { Signing } from './signing.ts'
import type { Instrumented } from './watching.ts'

export type Accounts = ReturnType<typeof composeAccounts>

export function composeAccounts(
  { configuration, storage, directory, directoryService, claims, access, logger, now, ...given }: Instrumented,
  { sealer, derive, rootSecrets }: Signing,
  domain: Domain,
) {
  const { documents, records, rates } = storage
  const { baseUrl, login, theme } = configuration
  /** Calls the host's functions. Failures are logged without any text that could reveal connection details. */
  const calling = (code: string, seconds = configuration.host.timeoutSeconds, limit?: string) =>
    callHost(seconds, (error) => logger.error({ code, ...hostErrorFields(error) }, 'host function failed'), limit)
  const [patience, words] =
    directoryService === undefined ? [] : ([SERVICE_SECONDS, 'with a directory service'] as const)
  const callDirectory = calling('directory-failed', patience, words)
  const factors = embeddedFactors({
    records: domain.factors,
    sealer,
    codes: recoveryCodes(signer(derive('recovery-codes'))),
    otherSecrets: rootSecrets,
    now,
    passwordOf: (sub) => passwordIn(documents, sub, domain.hasConnectorTo),
  })
  const embedded =
    directory === undefined
      ? domain.embeddedDirectory(domain.emails === undefined ? factors : noticedFactors(factors, domain.emails.notices))
      : undefined
  const beside =
    embedded === undefined || directoryService === undefined
      ? undefined
      : domain.directoryUsers(embedded, directoryService)
  const host = directory && hostUsers(directory, callDirectory)
  const known = users(
    beside ?? directory ?? (embedded as EmbeddedDirectory),
    callDirectory,
    passwordFacts(configuration, given.isListed, now),
    now,
  )
  return {
    users: known,
    /** Portico's built-in directory; undefined if the host provides a different one. */
    embedded,
    /** The host's directory, if administrators can find its users. */
    host,
    managedUsers: managedUsers(domain, embedded, host, now),
    /** Undefined if the directory stores no passkeys, or if passkeys cannot be created for the base URL's host. */
    passkeys:
      known.passkeys === undefined
        ? undefined
        : passkeyCeremonies({
            repository: known.passkeys,
            challenges: challenges(derive('challenges'), records, now, rootSecrets),
            baseUrl,
            productName: theme.productName,
            now,
          }),
    /** Sets up an authenticator app; undefined if the directory does not support it. */
    newAuthenticator: known.totp && setUpOf({ records, sealer, productName: theme.productName, now, totp: known.totp }),
    /** Users' trusted browsers; undefined if the feature is off or the host has its own directory. */
    trusted: embedded !== undefined && login.trustedDevices ? trustedDevices(documents, now) : undefined,
    /** Decides which users can sign in to a client. Applies both the client's and the host's access rules. */
    canSignIn: accessRule(access, calling('access-rule-failed'), now),
    /** Which users must sign in with two factors. */
    secondFactor: secondFactorRequirement({ settings: login.secondFactor, users: known, records: domain.factors, now }),
    hasHostRule: access.canSignIn !== undefined,
    /** Reads all claims about a user that a scope can release. */
    claimsOf: userClaims(Object.keys(configuration.scopes), claims, calling('claims-failed')),
    limits: {
      signIn: signInThrottle({
        rates,
        records,
        limits: login.throttle,
        accounts: namesAtSignIn(embedded, beside, callDirectory),
        lockouts: domain.lockouts,
        pauses: domain.pauses,
        now,
      }),
      secondStep: secondStepThrottle(storage, domain.pauses),
      hashing: embedded === undefined ? undefined : hashingQueue(HASHING, given.measurements.hashingRefused),
    },
  }
}

const setUpOf = (parts: NewAuthenticatorParts) => (place: string) => newAuthenticator(parts, place)

/** Users that administrators can manage; undefined if the host's directory can neither list nor search users. */
function managedUsers(
  { accountOperations, hostUserOperations }: Domain,
  embedded: EmbeddedDirectory | undefined,
  host: HostUsers | undefined,
  now: () => number,
): ManagedUsers | undefined {
  if (embedded !== undefined) return managedAccounts(embedded, (actor) => accountOperations(embedded, actor), now)
  return host && managedHostUsers(host, (actor) => hostUserOperations(host, actor), now)
}

/** Timeout for each call to the directory. It is short because a sign-in makes two calls while the user waits. */
const SERVICE_SECONDS = 4

/** Resolves the name entered at sign-in to a user; undefined if the host has its own directory. */
function namesAtSignIn(
  embedded: EmbeddedDirectory | undefined,
  beside: DirectoryUsers | undefined,
  call: CallHost,
): SignInThrottleParts['accounts'] {
  if (beside !== undefined)
    return {
      userNamed: (username) => call(() => beside.userNamed(username)),
      rejectUntried: (username) => call(() => beside.rejectUntried(username)),
    }
  if (embedded === undefined) return undefined
  return {
    userNamed: async (username, seen) => ({
      subject: (await embedded.accountNamed(username, seen))?.sub,
      checkedBy: 'local',
    }),
  }
}
