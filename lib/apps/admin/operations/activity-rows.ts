/** An entry of the audit trail as a row: what happened in words, who and what it is about by name. */
import { isChange, isRefused } from '../../../domain/audit/audit-kinds.ts'
import type { ListedEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { explainErrorRef } from '../../../web/ui/texts/format/error-explanation.ts'
import { inSentence } from '../../../web/ui/texts/format/sentence.ts'
import type { View } from '../../../web/ui/view.ts'
import { viewOf } from '../../first-party/page.ts'
import { type Names, namesOf } from '../shell/names.ts'
import type { ActivityRow } from './activity-row-view.tsx'
import type { OperationsRequest } from './services.ts'

/** The trace of a refused request is kept for so long. */
const EXPLAINED_MS = 7 * 86_400_000

export async function rowsOf(
  page: OperationsRequest,
  entries: readonly ListedEntry[],
): Promise<readonly ActivityRow[]> {
  const names = await namesOf(
    page,
    entries.flatMap(({ user, actor }) => [user, actor]),
    entries.map(({ client }) => client),
  )
  const view = viewOf(page)
  return entries.map((entry) => rowOf(page, entry, names, view))
}

function rowOf(page: OperationsRequest, entry: ListedEntry, names: Names, view: View): ActivityRow {
  const { href } = page
  const { id, at, event, user, actor, client, address, count = 1, followed } = entry
  const entryHref = href(`/activity/${id}`)
  const who = actor ?? user
  return {
    at: new Date(at),
    event,
    tone: isRefused(entry) ? 'danger' : isChange(entry) ? 'info' : 'ok',
    because: becauseOf(entry, view),
    about: user === undefined || user === who ? undefined : names.who(user).name,
    count,
    followed: followed && {
      events: followed.events,
      href: href(withParameters('/activity', { sid: followed.sid })),
    },
    who: who === undefined ? undefined : names.who(who),
    app: client === undefined ? undefined : names.app(client),
    address,
    href: explanationOf(page, entry) ?? entryHref,
    entryHref,
  }
}

/** A refused request leads straight to why it was refused, as long as that is kept. */
function explanationOf({ services, href }: OperationsRequest, entry: ListedEntry): string | undefined {
  const { at, requestId } = entry
  if (!isRefused(entry) || requestId === undefined || at < services.now() - EXPLAINED_MS) return undefined
  return entry.event === 'request.refused' || entry.event === 'token.replayed'
    ? href(`/explain/${encodeURIComponent(requestId)}`)
    : undefined
}

export function becauseOf(entry: ListedEntry, { t }: View): string | undefined {
  const reason = failureReasonOf(entry)
  if (reason !== undefined) return t.operations.activity.reasons[reason]
  const title = entry.ref === undefined ? undefined : explainErrorRef(t, entry.ref)?.title
  return title === undefined ? entry.ref : inSentence(title)
}
