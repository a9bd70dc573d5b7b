import type { ClientDraft } from '../../../domain/clients/client-draft.ts'
import type { ClientRegistry, Refusal } from '../../../domain/clients/registry.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import type { ClientFormIssue } from './client-props.ts'

type Taken = Extract<Refusal, { outcome: 'id-taken' | 'redirect-uri-taken' }>

/** The issue for an id or redirect URI that another client has. */
export async function takenIssue(
  refusal: Taken,
  clients: Pick<ClientRegistry, 'find'>,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  t: Messages,
): Promise<ClientFormIssue> {
  const { taken } = t.issues.client
  if (refusal.outcome === 'id-taken') return { field: 'client_id', text: taken.clientId({ id: draft.clientId }) }
  const holder = await clients.find(refusal.holder)
  const name = isolate(holder?.clientName ?? refusal.holder)
  const text = taken.redirectUris({ client: name, id: refusal.holder })
  return { field: 'redirect_uris', text, ...(draft.redirectUris.length < 2 ? {} : { uri: refusal.redirectUri }) }
}

/** Repeats the registry's look-ups, so that the form shows taken values together with all other issues. */
export async function takenIssues(
  clients: Pick<ClientRegistry, 'find' | 'holderOf'>,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  t: Messages,
): Promise<readonly ClientFormIssue[]> {
  const [taken, holders] = await Promise.all([
    /^[a-z0-9-]{3,63}$/.test(draft.clientId) ? clients.find(draft.clientId) : undefined,
    Promise.all(
      draft.redirectUris.slice(0, 20).map(async (uri) => ({ redirectUri: uri, holder: await clients.holderOf(uri) })),
    ),
  ])
  const held = holders.flatMap(({ redirectUri, holder }) => (holder === undefined ? [] : [{ redirectUri, holder }]))
  return Promise.all([
    ...(taken === undefined ? [] : [takenIssue({ outcome: 'id-taken' }, clients, draft, t)]),
    ...held.map((taken) => takenIssue({ outcome: 'redirect-uri-taken', ...taken }, clients, draft, t)),
  ])
}
