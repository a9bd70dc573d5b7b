import { SCOPE_CLAIMS } from '../../../../policies/claims.ts'
import { isImitable } from '../../../../policies/consent.ts'
import { clientImpact } from '../../../domain/management/client-impact.ts'
import { accountView } from '../../../web/pages/account-view.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/addresses.ts'
import { show } from '../shell/show.ts'
import type { ClientFormIssue } from './client-props.ts'
import { ConsentPreview } from './consent-preview-view.tsx'
import { saveEdit, versionFields } from './edit.ts'
import { textsOf } from './form-issues.ts'
import { consentIn, scopesIn } from './form-values.ts'
import { ClientScopes } from './scopes-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf, withClient } from './subject.ts'

/** GET /clients/:id/scopes */
export function scopesPage(page: ClientsRequest): Promise<void> {
  return withClient(page, async (client) => {
    const { holders } = await clientImpact(page.services.storage, client.clientId)
    await show(page, 200, ClientScopes, {
      client: headOf(client),
      scopes: client.scopes,
      consent: client.consent,
      claims: SCOPE_CLAIMS,
      holders,
      imitable: client.redirectUris.some((uri) => isImitable(client.type, uri)),
      form: {
        action: page.href(clientPath(client.clientId, 'scopes')),
        hidden: { ...page.hidden, ...versionFields(client) },
      },
    })
  })
}

/** POST /clients/:id/scopes */
export function saveScopes(page: ClientsRequest): Promise<void> {
  return withClient(page, async (client) => {
    const { t } = viewOf(page)
    const { holders } = await clientImpact(page.services.storage, client.clientId)
    await saveEdit(page, client, {
      tab: 'scopes',
      submitted: { scopes: scopesIn(page.form), consent: consentIn(page.form, client.consent) },
      fieldsOf: ({ scopes, consent }) => ({
        consent,
        ...Object.fromEntries(scopes.filter((scope) => scope !== 'openid').map((scope) => [`scope_${scope}`, 'on'])),
      }),
      saved: (saved) =>
        [
          t.client.scopes.saved({ client: isolate(saved.clientName) }),
          ...client.scopes
            .filter((scope) => !saved.scopes.includes(scope) && holders[scope] > 0)
            .map((scope) => t.clientUse.stillHeld({ count: holders[scope], name: scope })),
        ].join(' '),
      // The form offers nothing that could be refused: what is wrong now lies in the settings.
      refused: (result) =>
        redirectWithFlash(page, clientPath(client.clientId, 'settings'), {
          tone: 'danger',
          text: result.outcome === 'faulty' ? wordsOf(textsOf(result.faults, client, t)) : t.client.missingTitle,
        }),
    })
  })
}

/** GET /clients/:id/consent-preview */
export function consentPreview(page: ClientsRequest): Promise<void> {
  return withClient(page, async (client) => {
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
  })
}

const wordsOf = (issues: readonly ClientFormIssue[]): string => issues.map(({ text }) => text).join(' · ')
