import { type ErrorRef, REFERENCES } from '../../../../policies/errors.ts'
import type { EntryWithProof } from '../../../domain/audit/audit-trail.ts'
import { explainErrorRef } from '../../../web/ui/texts/format/error-explanation.ts'
import type { View } from '../../../web/ui/view.ts'
import { viewOf } from '../../first-party/page.ts'
import { becauseOf, changesOf } from '../shell/activity-rows.ts'
import { namesOf } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import type { EntryDetails, NamedLink } from './activity-entry-facts-view.tsx'
import { ActivityEntry } from './activity-entry-view.tsx'
import type { OperationsRequest } from './services.ts'

/** GET /activity/:seq: one audit entry with its position in the chain and links to related entries. */
export async function showEntry(page: OperationsRequest): Promise<void> {
  const seq = page.parameters.seq ?? ''
  const place = await page.services.audit.find(seq)
  if (place === undefined) return show(page, 404, ActivityEntry, { seq: seq.slice(0, 40) })
  await show(page, 200, ActivityEntry, { seq, found: await foundOf(page, place) })
}

async function foundOf(page: OperationsRequest, { entry, chain, seal }: EntryWithProof): Promise<EntryDetails> {
  const { at, event, result, actor, client, user, address, requestId, sid, error, ref, detail } = entry
  const view = viewOf(page)
  const [names, explained] = await Promise.all([
    namesOf(page, [actor, user], [client]),
    requestId === undefined ? undefined : page.services.explanations.find(requestId),
  ])
  const userLink = (id: string | undefined): NamedLink | undefined =>
    id === undefined ? undefined : { ...names.who(id), id }
  return {
    at: new Date(at),
    event,
    ok: result === 'ok',
    because: becauseOf(entry, view),
    who: userLink(actor),
    client: client === undefined ? undefined : { ...names.app(client), id: client },
    user: userLink(user),
    address,
    requestId,
    sid,
    error,
    ref,
    detail,
    cause: causeOf(page, view, ref),
    explained: explained === undefined ? 'not-kept' : 'kept',
    changes: changesOf(entry, view),
    json: JSON.stringify(entry, null, 2),
    chain,
    seal,
  }
}

function causeOf({ services }: OperationsRequest, { t }: View, ref: string | undefined): EntryDetails['cause'] {
  if (ref === undefined || !Object.hasOwn(REFERENCES, ref)) return undefined
  return { title: explainErrorRef(t, ref as ErrorRef)?.title ?? ref, href: `${services.site.issuerUrl}/errors/${ref}` }
}
