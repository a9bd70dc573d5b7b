import { type IdTokenClaims, idTokenClaimsOf } from '../../../../policies/claims.ts'
import { isImitable } from '../../../../policies/consent.ts'
import { defined } from '../../../config/data/defined.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { clientImpact } from '../../../domain/management/client-impact.ts'
import { accountView } from '../../../web/pages/account-view.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { accessFields, accessIn, accessIssue, askLostAccess, entriesOf, heldRoles } from './access.ts'
import { editFields, saveEdit } from './edit.ts'
import type { ClientFormIssue } from './fields-view.tsx'
import { textsOf } from './form-issues.ts'
import { consentIn, type Editable, editableOf, scopesIn } from './form-values.ts'
import { requestsOf } from './requests.ts'
import { ClientScopes, ConsentPreview, isHeld } from './scopes-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf } from './subject.ts'

type ScopesEdit = Pick<Editable, 'scopes' | 'consent' | 'access' | 'secondFactor' | 'idTokenClaims'>

export function scopesPage(page: ClientsRequest, client: Client): Promise<void> {
  return showScopes(page, 200, client, editableOf(client))
}

async function showScopes(
  page: ClientsRequest,
  status: number,
  client: Client,
  { scopes, consent, access, secondFactor, idTokenClaims }: ScopesEdit,
  error?: string,
): Promise<void> {
  const { services } = page
  const { holders, counted } = await clientImpact(services.storage, client.clientId)
  await show(page, status, ClientScopes, {
    client: headOf(client),
    scopes,
    consent,
    inIdToken:
      idTokenClaimsOf({ ...client, ...defined({ idTokenClaims }) }, services.configuration.idTokenClaims) === 'scopes',
    claims: services.issuer.scopeClaims,
    holders,
    counted,
    imitable: client.redirectUris.some((uri) => isImitable(client.type, uri)),
    access: {
      choice: access === 'all-users' ? access : 'roles',
      roles: access === 'all-users' ? [] : entriesOf(access),
      ...(await heldRoles(page)),
      secondFactor,
      error,
      hasHostRule: services.access.hasHostRule,
      hasFactors: services.access.hasFactors,
    },
    requests: await requestsOf(page, client),
    form: formAt(page, clientPath(client.clientId, 'scopes'), editFields(page, client)),
  })
}

export async function saveScopes(page: ClientsRequest, client: Client): Promise<void> {
  const { t } = viewOf(page)
  const { idTokenClaims: deployment } = page.services.configuration
  const submitted = {
    // Gated apps have no scope selection.
    scopes:
      client.gate === undefined ? scopesIn(page.form, Object.keys(page.services.issuer.scopeClaims)) : client.scopes,
    consent: consentIn(page.form, client.consent),
    access: accessIn(page, editableOf(client).access),
    // A rule that no user can meet can only be removed.
    secondFactor:
      page.form.has('second_factor') && (page.services.access.hasFactors || client.access?.secondFactor === true),
    ...defined({ idTokenClaims: idTokenClaimsIn(page, client) }),
  }
  const issue = accessIssue(page, submitted.access)
  if (issue !== undefined) return showScopes(page, 422, client, submitted, issue)
  // If another administrator has changed the client, show that conflict before asking for confirmation.
  const isCurrent = page.form.get('version') === String(client.version) && client.source === 'administrator'
  const asked = isCurrent && (await askLostAccess(page, client, submitted, fieldsOf(submitted, deployment)))
  if (asked === 'asked') return
  const { holders, counted } = await clientImpact(page.services.storage, client.clientId)
  await saveEdit(page, client, {
    tab: 'scopes',
    submitted,
    fieldsOf: (editable) => ({ ...fieldsOf(editable, deployment), ...accessFields(editable.access) }),
    saved: (saved) =>
      [
        t.client.scopes.saved({ client: isolate(saved.clientName) }),
        ...client.scopes
          .filter((scope) => !saved.scopes.includes(scope))
          .map((scope) => ({ name: scope, count: holders[scope] ?? 0, counted }))
          .filter(isHeld)
          .map(t.clientUse.stillHeld),
      ].join(' '),
    // The form offers only valid options, so any remaining issue is on the Settings tab.
    refused: (result) =>
      redirectWithFlash(
        page,
        clientPath(client.clientId, 'settings'),
        'danger',
        result.outcome === 'invalid' ? wordsOf(textsOf(result.issues, client, t)) : t.client.missingTitle,
      ),
  })
}

/** A selection equal to the effective default is not stored. */
function idTokenClaimsIn({ form, services }: ClientsRequest, client: Client): Editable['idTokenClaims'] {
  if (client.gate !== undefined) return client.idTokenClaims
  const chosen = form.has('id_token_claims') ? 'scopes' : 'none'
  return chosen === idTokenClaimsOf(client, services.configuration.idTokenClaims) ? client.idTokenClaims : chosen
}

const fieldsOf = (
  { scopes, consent, secondFactor, ...claims }: Omit<ScopesEdit, 'access'>,
  deployment: IdTokenClaims,
): Readonly<Record<string, string>> => ({
  consent,
  ...(secondFactor ? { second_factor: 'on' } : {}),
  ...(idTokenClaimsOf(claims, deployment) === 'scopes' ? { id_token_claims: 'on' } : {}),
  ...Object.fromEntries(scopes.filter((scope) => scope !== 'openid').map((scope) => [`scope_${scope}`, 'on'])),
})

export async function consentPreview(page: ClientsRequest, client: Client): Promise<void> {
  const { user, services } = page
  const ownerDomain = client.ownerEmail.split('@')[1]
  await show(page, 200, ConsentPreview, {
    client: headOf(client),
    mode: client.consent,
    consent: {
      client: { name: client.clientName, redirectUri: client.redirectUris[0] ?? '', ownerDomain },
      account: accountView(user),
      scopes: client.scopes,
      removable: services.configuration.portal.enabled,
    },
  })
}

const wordsOf = (issues: readonly ClientFormIssue[]): string => issues.map(({ text }) => text).join(' · ')
