import { defined } from '../../../config/data/defined.ts'
import { environmentBlock } from '../../../domain/clients/blocks/environment-block.ts'
import { ENVIRONMENT_FORMATS, unfitReason } from '../../../domain/clients/blocks/formats.ts'
import { keepIcon } from '../../../domain/clients/catalogue/client-icon.ts'
import { serviceHosts } from '../../../domain/clients/gate.ts'
import { sendJson } from '../../../web/http/responses.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import { formAt, takePageForm, viewOf } from '../../first-party/page.ts'
import { show } from '../shell/show.ts'
import { appChoices, formOfApp } from './catalogue.ts'
import type { CatalogueChoiceProps } from './catalogue-view.tsx'
import { ClientCreate } from './create-view.tsx'
import type { ClientFormIssue, ClientFormValues } from './fields-view.tsx'
import { formIssues, type RegistrationRules, takenIssue, takenIssues } from './form-issues.ts'
import { draftOf, readClientForm } from './form-values.ts'
import type { ClientsRequest } from './services.ts'
import { operationsOf, showAgain, showOnce } from './subject.ts'

export async function createForm(page: ClientsRequest): Promise<void> {
  const { values, asked } = formOfApp(page.query, rulesOf(page).knownScopes, page.services.configuration.gate.headers)
  const ownerEmail = page.user.email ?? ''
  await showForm(page, asked.issue === undefined ? 200 : 422, { ...values, ownerEmail }, [], asked)
}

/** POST /clients: responds with a page instead of a redirect, because only this response ever contains the secret. */
export async function createClient(page: ClientsRequest): Promise<void> {
  const { t } = viewOf(page)
  const { clients } = page.services
  const values = readClientForm(page.form, rulesOf(page).knownScopes)
  const draft = draftOf(values)
  const use = await takePageForm(page, draft.clientId)
  if (use.use === 'again') return showAgain(page, 'created', use.about, page.href('/clients/new'))
  const issues = formIssues(values, draft, t, rulesOf(page))
  if (issues.length > 0) {
    await use.release()
    return showForm(page, 422, values, [...issues, ...(await takenIssues(clients, draft, t))])
  }
  const icon = values.app === '' ? undefined : await keepIcon(operationsOf(page).pictures, values.app)
  const result = await operationsOf(page).create({ ...draft, ...defined({ icon }) })
  if (result.outcome === 'done') return showOnce(page, 'created', result.client, result.secret)
  await use.release()
  if (result.outcome === 'id-taken' || result.outcome === 'redirect-uri-taken') {
    return showForm(page, 409, values, [await takenIssue(result, clients, draft, t)])
  }
  throw new Error(`creating a client cannot end in ${result.outcome}`)
}

/** POST /clients/validate: validates the form while the user types. Nothing is stored. */
export async function validateClient(page: ClientsRequest): Promise<void> {
  const { t } = viewOf(page)
  const values = readClientForm(page.form, rulesOf(page).knownScopes)
  const draft = draftOf(values)
  const issues = [
    ...formIssues(values, draft, t, rulesOf(page)),
    ...(await takenIssues(page.services.clients, draft, t)),
  ]
  const fields: Record<string, string[]> = {}
  for (const { field, text, uri } of issues) (fields[field] ??= []).push(uri === undefined ? text : `${text}: ${uri}`)
  const callback = URL.parse(draft.redirectUris[0] ?? '')
  sendJson(page.context, 200, {
    fields,
    block: previewOf(page, values),
    origin: callback === null ? '' : t.clients.origin({ host: callback.origin, path: callback.pathname }),
  })
}

async function showForm(
  page: ClientsRequest,
  status: number,
  values: ClientFormValues,
  issues: readonly ClientFormIssue[],
  asked: Pick<CatalogueChoiceProps, 'chosen' | 'url' | 'issue' | 'summary'> = { chosen: values.app, url: '' },
): Promise<void> {
  await show(page, status, ClientCreate, {
    form: formAt(page, '/clients', { ...oneTimeFields(page), ...(values.app === '' ? {} : { app: values.app }) }),
    catalogue: { action: page.href('/clients/new'), apps: appChoices(), ...asked },
    values,
    issues,
    issuer: page.services.site.issuerUrl,
    validateHref: page.href('/clients/validate'),
    preview: {
      discovery: `${page.services.site.issuerUrl}/.well-known/openid-configuration`,
      block: previewOf(page, values),
    },
  })
}

/** The configuration block with placeholders for the secret and for missing values. */
function previewOf({ services }: ClientsRequest, values: ClientFormValues): string {
  const draft = draftOf(values)
  const typed = (text: string): string => (text === '' ? '…' : text)
  const client = {
    ...draft,
    clientId: typed(draft.clientId),
    clientName: typed(draft.clientName),
    redirectUris: draft.redirectUris.length === 0 ? ['…'] : draft.redirectUris,
  }
  const block = environmentBlock(
    { client, issuer: services.site.issuerUrl, secret: '…', at: new Date(services.now()) },
    ENVIRONMENT_FORMATS.find((format) => format === values.app && unfitReason(client, format) === undefined) ?? 'env',
  )
  return block.replaceAll("'…'", '…')
}

const rulesOf = ({ services }: ClientsRequest): RegistrationRules => ({
  isPrivateAddress: services.isPrivateAddress,
  knownScopes: Object.keys(services.issuer.scopeClaims),
  serviceHosts: serviceHosts(services.configuration),
})
