import { wholeAddress } from '../../../domain/audit/whole-address.ts'
import { decodeIcon } from '../../../domain/clients/catalogue/client-icon.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { dateOf, formAt, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/names.ts'
import { nameOf, show } from '../shell/show.ts'
import { editFields, saveEdit } from './edit.ts'
import type { ClientFormIssue, ClientFormValues } from './fields-view.tsx'
import { takenIssue, textsOf } from './form-issues.ts'
import { backendIn, draftOf, editFormOf, formValuesOf, namedFields, readClientForm } from './form-values.ts'
import type { ClientsRequest } from './services.ts'
import { ClientSettings } from './settings-view.tsx'
import { headOf, operationsOf } from './subject.ts'

/** GET /clients/:id/settings: `?from_request=` prefills the redirect URI from a denied request, without saving it. */
export async function settingsPage(page: ClientsRequest, client: Client): Promise<void> {
  const proposed = await proposedAddress(page, client)
  const values = formValuesOf(client)
  const filled =
    proposed === undefined ? values : { ...values, redirectUris: [...client.redirectUris, proposed.address].join('\n') }
  await showSettings(page, 200, client, filled, [], proposed)
}

export async function saveSettings(page: ClientsRequest, client: Client): Promise<void> {
  const { t } = viewOf(page)
  const icon = await iconIn(page)
  const values = { ...readClientForm(page.form), ...('icon' in icon ? icon : {}) }
  const { clientName, ownerEmail, redirectUris, postLogoutRedirectUris } = draftOf(values)
  const { backchannelLogoutUri, frontchannelLogoutUri, frontchannelLogoutSessionRequired } = values
  const { listed, gateUrl, assertion } = values
  const addresses =
    client.gate === undefined
      ? {
          redirectUris,
          postLogoutRedirectUris,
          backchannelLogoutUri,
          frontchannelLogoutUri,
          frontchannelLogoutSessionRequired,
          ...(client.type === 'confidential' ? { backend: backendIn(values) } : {}),
        }
      : { gate: { url: gateUrl, assertion } }
  const again = (status: number, issues: readonly ClientFormIssue[]): Promise<void> =>
    showSettings(page, status, client, values, issues)
  if ('issue' in icon) return again(422, [icon.issue])
  await saveEdit(page, client, {
    tab: 'settings',
    submitted: {
      clientName,
      ownerEmail,
      ...addresses,
      listed,
      icon: values.icon,
    },
    fieldsOf: (editable) => namedFields(editFormOf(editable)),
    saved: (saved) => t.client.settings.saved({ client: isolate(saved.clientName) }),
    async refused(result) {
      const draft = { ...draftOf(values), clientId: client.clientId }
      if (result.outcome === 'invalid') return again(422, textsOf(result.issues, draft, t))
      return again(409, [await takenIssue(result, page.services.clients, draft, t)])
    },
  })
}

/** The icon that the form leaves the client with: a file that is stored now, none, or the one from before. */
async function iconIn(page: ClientsRequest): Promise<{ readonly icon: string } | { readonly issue: ClientFormIssue }> {
  const file = page.files.get('icon_file')
  if (file === undefined) return { icon: page.form.get('icon_remove') === 'on' ? '' : (page.form.get('icon') ?? '') }
  const checked = decodeIcon(file.bytes)
  if ('picture' in checked) return { icon: await operationsOf(page).pictures.keep(checked.picture) }
  const text = viewOf(page).t.issues.client.icon.picture
  return { issue: { field: 'icon', text, uri: checked.part ?? checked.issue } }
}

async function showSettings(
  page: ClientsRequest,
  status: number,
  client: Client,
  values: ClientFormValues,
  issues: readonly ClientFormIssue[],
  proposed?: ProposedAddress,
): Promise<void> {
  const [{ signedInAt }, changedBy] = await Promise.all([
    page.services.metrics.uses.read(client),
    nameOf(page, client.changedBy),
  ])
  await show(page, status, ClientSettings, {
    client: headOf(client),
    values,
    issues,
    proposed,
    issuer: page.services.site.issuerUrl,
    form: formAt(page, clientPath(client.clientId, 'settings'), editFields(page, client)),
    history: {
      createdAt: new Date(client.createdAt),
      changedAt: new Date(client.changedAt),
      changedBy,
      lastSignInAt: dateOf(signedInAt),
    },
  })
}

/** An unregistered redirect URI, taken from the stored explanation of a request, never from the page's URL. */
export interface ProposedAddress {
  readonly address: string
  readonly requestId: string
}

/** Undefined unless `from_request` names a request by this client that was denied because of its redirect URI. */
export async function proposedAddress(
  { query, services }: ClientsRequest,
  { clientId, redirectUris }: Client,
): Promise<ProposedAddress | undefined> {
  const requestId = query.get('from_request')
  const found = requestId === null ? undefined : await services.explanations.find(requestId)
  if (found?.client !== clientId || found.ref !== 'redirect_uri_mismatch') return undefined
  const address = wholeAddress(found.facts.redirect_uri_sent)
  return address === undefined || redirectUris.includes(address) ? undefined : { address, requestId: found.requestId }
}
