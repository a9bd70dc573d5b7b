/**
 * A sealed cookie that lists the users who have entered their passwords in this browser (D-G14). It does not sign them
 * in, but their attempts are throttled separately, so attackers cannot lock them out. A new password or signing out
 * everywhere invalidates it.
 */

import type { Users } from '../../domain/accounts/user-directory.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { openJson, type Seal } from '../../domain/keys/seal.ts'
import type { SubjectStore } from '../../ports/subjects.ts'
import { cookieName, cookieValue, setCookie } from '../request/cookies.ts'
import type { RequestContext } from '../request/request-context.ts'

export type KnownBrowsers = ReturnType<typeof knownBrowsers>

export interface SignInOfBrowser {
  readonly sub: string
  /** The user's revocation version; it changes when the user signs out everywhere. */
  readonly generation: number
  /** Security stamp of the password that was entered. */
  readonly passwordStamp: string | undefined
}

interface Known {
  readonly sub: string
  /** Digest of the password stamp and the generation; empty if the user has only signed in without a password. */
  readonly binding: string
}

export interface KnownBrowserParts {
  readonly mountPath: string
  readonly https: boolean
  readonly sealer: Seal
  readonly users: Pick<Users, 'passwordStampOf'>
  readonly subjects: SubjectStore
}

const KEEP_SECONDS = 180 * 86_400
/** Maximum number of users per browser. */
const USERS_MAX = 5

const bindingOf = ({ generation, passwordStamp }: Omit<SignInOfBrowser, 'sub'>): string =>
  digestOf(JSON.stringify([generation, passwordStamp]), 16)

export function knownBrowsers({ mountPath, https, sealer, users, subjects }: KnownBrowserParts) {
  const name = cookieName('sso_known', { https })
  const read = async ({ req }: RequestContext): Promise<readonly Known[]> => {
    const sealed = cookieValue(req, name)
    return (sealed && (await openJson<readonly Known[]>(sealer, sealed, 'known-browser'))) || []
  }
  const isValid = async ({ sub, binding }: Known): Promise<boolean> => {
    const [{ generation }, passwordStamp] = await Promise.all([subjects.read(sub), users.passwordStampOf(sub)])
    return passwordStamp !== undefined && bindingOf({ generation, passwordStamp }) === binding
  }
  return {
    /** Whether this user has signed in with this browser and the entry is still valid. */
    async isKnownTo(context: RequestContext, subject: string): Promise<boolean> {
      const known = (await read(context)).find(({ sub }) => sub === subject)
      return known !== undefined && isValid(known)
    },
    /** Whether this user has ever signed in with this browser. Does not access the store. */
    hasSeen: async (context: RequestContext, subject: string): Promise<boolean> =>
      (await read(context)).some(({ sub }) => sub === subject),
    /** Records a sign-in. If there is a stamp, the user signed in with a password. */
    async remember(context: RequestContext, { sub, ...basis }: SignInOfBrowser): Promise<void> {
      const all = await read(context)
      const others = all.filter((one) => one.sub !== sub).slice(0, USERS_MAX - 1)
      const before = all.find((one) => one.sub === sub)?.binding ?? ''
      const known: readonly Known[] = [
        { sub, binding: basis.passwordStamp === undefined ? before : bindingOf(basis) },
        ...others,
      ]
      const sealed = await sealer.seal(JSON.stringify(known), 'known-browser')
      setCookie(context.res, name, sealed, { path: `${mountPath}/interaction`, https, seconds: KEEP_SECONDS })
    },
  }
}
