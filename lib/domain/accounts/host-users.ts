import { defined } from '../../config/data/defined.ts'
import type { CallHost } from './host-call.ts'
import { type User, userIn } from './user.ts'
import type { AdministrationOutcome, RoleChange, UserAdministration, UsersFound } from './user-administration.ts'

const NEXT_MAX_LENGTH = 1_000

/**
 * The panel's access to users in a host directory. Calls are time-limited, and results are validated. Functions that
 * the directory does not provide are undefined.
 */
export type HostUsers = NonNullable<ReturnType<typeof hostUsers>>

export interface HostDirectory extends UserAdministration {
  find(sub: string): User | undefined | Promise<User | undefined>
}

/** Undefined if the directory supports neither listing nor searching, because the panel then cannot find any users. */
export function hostUsers(directory: HostDirectory, call: CallHost) {
  if (directory.list === undefined && directory.search === undefined) return undefined
  // Validate inside the call, so an invalid result is logged and becomes a 503, just like a failed call.
  const found = (ask: () => unknown, limit: number): Promise<UsersFound> =>
    call(async () => usersIn(await ask(), limit))
  const at = (after: string | undefined, limit: number) => (after === undefined ? { limit } : { after, limit })
  return {
    list:
      directory.list &&
      ((after: string | undefined, limit: number) => found(() => directory.list?.(at(after, limit)), limit)),
    search:
      directory.search &&
      ((text: string, after: string | undefined, limit: number) =>
        found(() => directory.search?.({ text, ...at(after, limit) }), limit)),
    suspend:
      directory.suspend &&
      ((sub: string, suspended: boolean) => call(async () => outcomeIn(await directory.suspend?.(sub, suspended)))),
    roles:
      directory.roles &&
      ((sub: string, change: RoleChange) => call(async () => outcomeIn(await directory.roles?.(sub, change)))),
    /** Also finds suspended users. @throws DenialError temporarily_unavailable 503, like all functions here */
    find: (sub: string): Promise<User | undefined> =>
      call(async () => {
        const user = userIn(await directory.find(sub))
        if (user !== undefined && user.sub !== sub) throw new Error('the directory answered with another subject')
        return user
      }),
  }
}

function usersIn(answer: unknown, limit: number): UsersFound {
  const { users, next, total } = (answer ?? {}) as Readonly<Record<string, unknown>>
  if (!Array.isArray(users)) throw new Error('the directory answered without a list of users')
  if (users.length > limit)
    throw new Error(`the directory answered with ${users.length} users where ${limit} were asked for`)
  if (next !== undefined && !(typeof next === 'string' && next !== '' && next.length <= NEXT_MAX_LENGTH))
    throw new Error(`the directory answered with a next that is no text of 1 to ${NEXT_MAX_LENGTH} characters`)
  if (total !== undefined && !(Number.isSafeInteger(total) && (total as number) >= 0))
    throw new Error('the directory answered with a total that is no number of users')
  const known = users.map((one) => {
    const user = userIn(one)
    if (user === undefined) throw new Error('the directory answered with a user without a subject')
    return user
  })
  return {
    users: known,
    ...defined({ next, total: total as number | undefined }),
  }
}

function outcomeIn(answer: unknown): AdministrationOutcome {
  if (answer === 'done' || answer === 'refused' || answer === 'missing') return answer
  throw new Error('the directory answered with none of done, refused and missing')
}
