/** How an app that was seen is registered here: the command that prints what to paste into it. */
import { CLIENT_ID, REDIRECT_URIS_MAX } from '../../../policies/client-registration.ts'
import { type EnvironmentFormat, formatsComingBackTo } from '../../domain/clients/blocks/environment-block.ts'
import type { RehearsedApp } from './tally.ts'

export interface Registration {
  readonly command: string
  /** Libraries and apps that come back to such an address; the command names the first. */
  readonly formats: readonly EnvironmentFormat[]
}

/** Undefined where nothing can be registered as it was sent. */
export function registrationOf({ clientId, redirectUris, scopes }: RehearsedApp): Registration | undefined {
  const uris = redirectUris.filter(({ query, issues }) => query === 'none' && issues.length === 0).map(({ uri }) => uri)
  const [first] = uris
  if (clientId === undefined || first === undefined || uris.length > REDIRECT_URIS_MAX) return undefined
  const formats = formatsComingBackTo(first)
  const id = idFrom(clientId)
  const parts = [
    'portico client create',
    id,
    `--name ${quoted(clientId)}`,
    '--owner OWNER@EXAMPLE.COM',
    '--type confidential',
    ...uris.map((uri) => `--redirect-uri ${quoted(uri)}`),
    ...(uris.every((uri) => uri.startsWith('https:')) ? ['--environment live'] : []),
    ...(scopes.length === 0 ? [] : [`--scopes ${quoted(scopes.join(' '))}`]),
    ...(formats[0] === undefined ? [] : [`--format ${formats[0]}`]),
  ]
  return { command: parts.join(' '), formats }
}

/** The id that it had, or the nearest that can be one here. */
export function idFrom(clientId: string): string {
  if (CLIENT_ID.test(clientId)) return clientId
  const slug = clientId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return slug.length < 3 ? `app-${slug || '1'}` : slug
}

/** One word of a shell, whatever stands in it. */
const quoted = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
