import { withParameters } from '../../../domain/with-parameters.ts'
import { show } from '../shell/show.ts'
import { HostUserList } from './host-list-view.tsx'
import { hostHeadOf, hostUsersOf } from './host-subject.ts'
import type { UsersRequest } from './services.ts'

const PAGE = 25
const TEXT_MAX_LENGTH = 200

/** GET /users?q=&cursor= of a host's directory: one call, and none before a search where the directory does not list. */
export async function listHostUsers(page: UsersRequest): Promise<void> {
  const { list, search } = hostUsersOf(page)
  const q = search === undefined ? '' : (page.query.get('q')?.trim().slice(0, TEXT_MAX_LENGTH) ?? '')
  const after = page.query.get('cursor') || undefined
  const found = q === '' ? await list?.(after, PAGE) : await search?.(q, after, PAGE)
  const hrefOf = (cursor?: string): string =>
    withParameters(page.href('/users'), { q: q === '' ? undefined : q, cursor })
  await show(page, 200, HostUserList, {
    rows: found?.users.map(hostHeadOf),
    total: found?.total,
    query: search === undefined ? undefined : q,
    firstHref: after === undefined ? undefined : hrefOf(),
    nextHref: found?.next === undefined ? undefined : hrefOf(found.next),
  })
}
