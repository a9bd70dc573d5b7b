/** The last sign-ins of a user, failed ones with their reason, and what they say of a pause. */
import type { AuditEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { namesOf } from '../shell/names.ts'
import type { SignInRow } from './last-sign-ins-view.tsx'
import type { UsersRequest } from './services.ts'

const SHOWN = 10
/** Each stands for the refusals of a quarter of an hour; a wait is explained by all of them. */
const READ = 100

export interface SignIns {
  readonly rows: readonly SignInRow[]
  /** The wrong passwords since the last time the user got in. */
  readonly wrong: { readonly count: number; readonly lastAt: Date; readonly address: string | undefined } | undefined
}

export async function signInsOf(page: UsersRequest, sub: string): Promise<SignIns> {
  const { entries } = await page.services.audit.list({ user: sub, group: 'sign-in' }, undefined, READ)
  const shown = entries.slice(0, SHOWN)
  const names = await namesOf(
    page,
    [],
    shown.map(({ client }) => client),
  )
  return {
    rows: shown.map((entry) => ({
      at: new Date(entry.lastAt ?? entry.at),
      reason: entry.result === 'ok' ? undefined : (failureReasonOf(entry) ?? 'wrong_password'),
      count: entry.count ?? 1,
      app: entry.client === undefined ? undefined : names.app(entry.client),
      address: entry.address,
      requestId: entry.requestId,
    })),
    wrong: wrongIn(entries),
  }
}

function wrongIn(entries: readonly AuditEntry[]): SignIns['wrong'] {
  const inRow = entries.findIndex(({ result }) => result === 'ok')
  const failed = (inRow === -1 ? entries : entries.slice(0, inRow)).filter(
    (entry) => failureReasonOf(entry) === 'wrong_password',
  )
  const [newest] = failed
  return newest === undefined
    ? undefined
    : {
        count: failed.reduce((sum, { count = 1 }) => sum + count, 0),
        lastAt: new Date(newest.lastAt ?? newest.at),
        address: newest.address,
      }
}

/** Who suspended the user, and when; undefined where the trail does not say (any more). */
export async function suspensionOf(
  { services }: UsersRequest,
  sub: string,
): Promise<{ readonly by: string; readonly at: Date } | undefined> {
  const { entries } = await services.audit.list({ user: sub, group: 'account' }, undefined, 20)
  const entry = entries.find(({ event }) => event === 'account.suspended')
  return entry?.actor === undefined ? undefined : { by: entry.actor, at: new Date(entry.at) }
}
