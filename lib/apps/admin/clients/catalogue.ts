/** Prefills the new-client form from a catalogue app. */
import type { Configuration } from '../../../config/configuration.ts'
import { gatedSettings } from '../../../domain/clients/blocks/gate-block.ts'
import { appMark } from '../../../domain/clients/catalogue/app-marks.ts'
import {
  appRegistration,
  CATALOGUE,
  CATALOGUE_IDS,
  isCatalogueId,
} from '../../../domain/clients/catalogue/catalogue.ts'
import type { CatalogueApp } from '../../../domain/clients/catalogue/catalogue-app.ts'
import type { AppSummary, CatalogueChoiceProps } from './catalogue-view.tsx'
import type { ClientFormValues } from './fields-view.tsx'
import { EMPTY_FORM } from './form-values.ts'

type CatalogueQuery = Pick<CatalogueChoiceProps, 'chosen' | 'url' | 'issue' | 'summary'>

export const appChoices = (): CatalogueChoiceProps['apps'] =>
  CATALOGUE_IDS.map((id) => ({ id, name: CATALOGUE[id].name, way: CATALOGUE[id].way, mark: appMark(id) }))

/** @param knownScopes every scope the deployment supports; the form omits all others */
export function formOfApp(
  query: URLSearchParams,
  knownScopes: readonly string[],
  headers: Configuration['gate']['headers'],
): { readonly values: ClientFormValues; readonly asked: CatalogueQuery } {
  const url = query.get('url')?.trim()
  const asked = { chosen: query.get('app') ?? '', url: url ?? '' }
  if (asked.chosen === '') return { values: EMPTY_FORM, asked: asked.url === '' ? asked : { ...asked, issue: 'app' } }
  if (!isCatalogueId(asked.chosen)) return { values: EMPTY_FORM, asked: { ...asked, chosen: '', issue: 'app' } }
  const summary = appSummaryOf(CATALOGUE[asked.chosen], headers)
  const registration = appRegistration(asked.chosen, asked.url)
  if (registration === undefined)
    return { values: EMPTY_FORM, asked: url === undefined ? asked : { ...asked, issue: 'url' } }
  return {
    asked: { ...asked, summary },
    values: {
      ...EMPTY_FORM,
      app: asked.chosen,
      name: registration.clientName,
      clientId: registration.clientId,
      type: registration.type,
      environment: registration.environment,
      redirectUris: registration.redirectUris.join('\n'),
      postLogoutRedirectUris: registration.postLogoutRedirectUris.join('\n'),
      backchannelLogoutUri: registration.backchannelLogoutUri ?? '',
      scopes:
        registration.type === 'gate'
          ? EMPTY_FORM.scopes
          : knownScopes.filter((scope) => registration.scopes.includes(scope)),
      gateUrl: registration.gateUrl ?? '',
    },
  }
}

function appSummaryOf(app: CatalogueApp, headers: Configuration['gate']['headers']): AppSummary {
  const { name, version, way, checked, date = '' } = app
  const note = app.way === 'gate' ? app.why : app.note
  return {
    name,
    version,
    way,
    checked,
    date,
    ...(note === undefined ? {} : { note }),
    settings: app.way === 'gate' ? gatedSettings(app, headers) : [],
  }
}
