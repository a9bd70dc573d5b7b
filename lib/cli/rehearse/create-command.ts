/** The command that registers a recorded app and prints its settings. */
import { CLIENT_ID, REDIRECT_URIS_MAX } from '../../../policies/client-registration.ts'
import { quoted } from '../../domain/clients/blocks/block.ts'
import { type EnvironmentFormat, formatsComingBackTo } from '../../domain/clients/blocks/formats.ts'
import { isCatalogueId } from '../../domain/clients/catalogue/catalogue.ts'
import type { RehearsedApp } from './tally.ts'

export interface CreateCommand {
  /** The command line, with placeholders in upper case for unknown values. */
  readonly command: string
  /** Libraries and apps that the redirect URI could belong to; the command uses the first one. */
  readonly formats: readonly EnvironmentFormat[]
}

/** The command for an app; undefined if none of the app's redirect URIs can be registered as recorded. */
export function createCommandOf({ clientId, redirectUris, scopes }: RehearsedApp): CreateCommand | undefined {
  const uris = redirectUris.filter(({ isWhole, issues }) => isWhole && issues.length === 0).map(({ uri }) => uri)
  const [first] = uris
  if (clientId === undefined || first === undefined || uris.length > REDIRECT_URIS_MAX) return undefined
  // A redirect URI without a path does not identify the app, because many apps use the path `/`.
  const formats = URL.parse(first)?.pathname === '/' ? [] : formatsComingBackTo(first)
  const [format] = formats
  const app = formats.find(isCatalogueId)
  const parts = [
    `portico client create ${idFrom(clientId)}`,
    `--name ${quoted(clientId)}`,
    '--owner OWNER',
    ...(app === undefined ? ['--type TYPE'] : [`--app ${app} --url ${quoted(URL.parse(first)?.origin ?? '')}`]),
    ...uris.map((uri) => `--redirect-uri ${quoted(uri)}`),
    ...(uris.every((uri) => uri.startsWith('https:')) ? ['--environment live'] : []),
    ...(scopes.length === 0 ? [] : [`--scopes ${quoted(scopes.join(' '))}`]),
    ...(format === undefined || app !== undefined ? [] : [`--format ${format}`]),
  ]
  return { command: parts.join(' '), formats }
}

/** The client ID from the recording or, if Portico would reject it, a similar valid one. */
export function idFrom(clientId: string): string {
  if (CLIENT_ID.test(clientId)) return clientId
  const slug = clientId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return slug.length < 3 ? `app-${slug || '1'}` : slug
}
