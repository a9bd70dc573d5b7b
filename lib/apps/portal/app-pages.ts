/** Pages of a searchable list of apps: `after` is a place in the registry, `from` one in the part that was read. */
import type { Client } from '../../domain/clients/client-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { AppListProps } from './app-list-view.tsx'
import type { PortalRequest } from './request.ts'

/** Maximum number of registered clients to read for one page, in one call. */
const READ_MAX = 2_000
/** Access rules are evaluated in batches of 50 clients, and for at most 500 clients per page. */
const ASKED = 50
const ASKED_MAX = 500
/** Maximum number of apps on one page. */
const SHOWN_MAX = 36
/** A page shows a search form if the user has at least this many apps. */
const SEARCH_FROM = 12
const QUERY_MAX = 100

/** The registered clients in order of ID, from `after` on. `next`: ID to continue after, if there are more. */
export async function registered(
  page: PortalRequest,
): Promise<{ readonly clients: readonly Client[]; readonly next: string | undefined }> {
  const { services, query } = page
  const { clients } = await services.clients.list(query.get('after') ?? undefined, READ_MAX + 1)
  const read = clients.slice(0, READ_MAX)
  return { clients: read, next: clients.length > READ_MAX ? read.at(-1)?.clientId : undefined }
}

export const queryOf = ({ query }: PortalRequest): string => (query.get('q') ?? '').trim().slice(0, QUERY_MAX)

/**
 * One page of a list of apps, from position `from` on. A page without apps can be followed by others.
 * @param next where the list continues in the registry
 * @param isShown whether the user can sign in to the app
 */
export async function pageOf<App>(
  page: PortalRequest,
  path: string,
  apps: readonly App[],
  next: string | undefined,
  isShown: (app: App) => Promise<boolean>,
): Promise<{ readonly shown: readonly App[] } & AppListProps> {
  const query = queryOf(page)
  const asked = Number(page.query.get('from'))
  const from = Number.isSafeInteger(asked) && asked > 0 ? asked : 0
  const after = page.query.get('after') ?? undefined
  const end = Math.min(apps.length, from + ASKED_MAX)
  const found: { readonly app: App; readonly place: number }[] = []
  for (let at = from; at < end && found.length <= SHOWN_MAX; at += ASKED) {
    const some = apps.slice(at, Math.min(at + ASKED, end)).map((app, index) => ({ app, place: at + index }))
    const verdicts = await Promise.all(some.map(({ app }) => isShown(app)))
    found.push(...some.filter((_app, index) => verdicts[index]))
  }
  const rest = found[SHOWN_MAX]?.place ?? (end < apps.length ? end : undefined)
  const hrefOf = (place: { readonly from?: string | undefined; readonly after?: string | undefined }): string =>
    withParameters(page.href(path), { q: query === '' ? undefined : query, ...place })
  const isFirst = from === 0 && after === undefined
  const isWhole = isFirst && rest === undefined && next === undefined
  return {
    shown: found.slice(0, SHOWN_MAX).map(({ app }) => app),
    search: !isWhole || query !== '' || found.length >= SEARCH_FROM ? { action: page.href(path), query } : undefined,
    previousHref: isFirst ? undefined : hrefOf({}),
    nextHref:
      rest !== undefined
        ? hrefOf({ after, from: String(rest) })
        : next === undefined
          ? undefined
          : hrefOf({ after: next }),
  }
}
