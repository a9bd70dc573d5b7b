/** Prints the result of a rehearsal: a table of the apps, then for each app the refusals and how to fix them. */
import { REDIRECT_URIS_MAX } from '../../../policies/client-registration.ts'
import { FORMAT_LABELS } from '../../domain/clients/blocks/formats.ts'
import { ENGLISH_ADVICE, ENGLISH_ISSUES } from '../../web/ui/texts/issues.ts'
import { createCommandOf, idFrom } from './create-command.ts'
import type { RecordingKind } from './recording.ts'
import type { RedirectUriUse, RehearsedApp } from './tally.ts'

export interface Rehearsal {
  readonly kind: RecordingKind
  /** Number of lines or entries in the recording. */
  readonly read: number
  /** Number of lines or entries that are not requests. */
  readonly unread: number
  readonly authorization: number
  readonly token: number
  /** Token requests whose body was not recorded. */
  readonly tokenWithoutBody: number
  /** Number of requests that were not evaluated, because the recording contains too many clients. */
  readonly overlooked: number
  readonly apps: readonly RehearsedApp[]
}

export const passes = (app: RehearsedApp): boolean =>
  app.passing === app.requests && !sendsTooManyUris(app) && app.sharedWith.length === 0

const sendsTooManyUris = ({ redirectUris }: RehearsedApp): boolean => redirectUris.length > REDIRECT_URIS_MAX

export function dataOf({ kind, apps, ...counts }: Rehearsal): object {
  return {
    source: kind,
    requests: counts,
    apps: apps.map((app) => ({
      client_id: app.clientId ?? null,
      passes: passes(app),
      requests: app.requests,
      passing: app.passing,
      refused_by: app.refusedBy.map(({ ref, description, requests }) => ({
        error_ref: ref,
        description,
        advice: ENGLISH_ADVICE[ref],
        requests,
      })),
      redirect_uris: app.redirectUris.map(({ uri, isWhole, issues }) => ({ uri, whole: isWhole, issues })),
      shares_redirect_uri_with: app.sharedWith,
      scopes: app.scopes,
      unknown_scopes: app.unknownScopes,
      register: createCommandOf(app) ?? null,
    })),
  }
}

export function textOf(rehearsal: Rehearsal): string {
  const { apps } = rehearsal
  const failing = apps.filter((app) => !passes(app))
  return [
    ...summaryOf(rehearsal),
    '',
    ...tableOf(apps),
    ...apps.flatMap((app) => ['', ...sectionOf(app)]),
    '',
    verdictOf(apps.length, failing.length),
  ].join('\n')
}

const verdictOf = (all: number, failing: number): string => {
  if (all === 1) return failing > 0 ? 'The app would be rejected.' : 'The app could sign in without changes.'
  return failing > 0 ? `${failing} of ${all} apps would be rejected.` : `All ${all} apps could sign in without changes.`
}

const printed = (lines: readonly (string | false)[]): string[] => lines.filter((line) => line !== false)

function summaryOf({ kind, read, unread, authorization, token, tokenWithoutBody, overlooked }: Rehearsal): string[] {
  const entries = kind === 'har' ? 'entries' : 'lines'
  return printed([
    `${read} ${entries}, ${unread} of them not requests; evaluated: ${authorization} authorization and ${token} token requests`,
    kind === 'access-log'
      ? `An access log has no bodies, so only authorization requests are evaluated (token requests seen: ${tokenWithoutBody}).`
      : tokenWithoutBody > 0 &&
        `The bodies of ${tokenWithoutBody} token requests were not recorded, so those requests are not evaluated.`,
    overlooked > 0 && `${overlooked} requests from other clients are not in the table.`,
  ])
}

const nameOf = ({ clientId }: RehearsedApp): string => clientId ?? '(no client_id)'

function tableOf(apps: readonly RehearsedApp[]): readonly string[] {
  const rows = [
    ['app', 'requests', 'pass', 'refused by'],
    ...apps.map((app) => [
      nameOf(app),
      `${app.requests}`,
      `${sendsTooManyUris(app) || app.sharedWith.length > 0 ? 0 : app.passing}`,
      causesOf(app).join(', '),
    ]),
  ]
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const [names, requests, passing] = [width(0), width(1), width(2)]
  return rows.map(([name = '', all = '', pass = '', causes = '']) =>
    `${name.padEnd(names)}  ${all.padStart(requests)}  ${pass.padStart(passing)}  ${causes}`.trimEnd(),
  )
}

function causesOf(app: RehearsedApp): readonly string[] {
  const unregistrable =
    sendsTooManyUris(app) || app.sharedWith.length > 0 || app.redirectUris.some(({ issues }) => issues.length > 0)
  return [...new Set([...app.refusedBy.map(({ ref }) => ref), ...(unregistrable ? ['redirect_uri_mismatch'] : [])])]
}

function sectionOf(app: RehearsedApp): readonly string[] {
  const { clientId, refusedBy, redirectUris, unknownScopes } = app
  const create = createCommandOf(app)
  const labels = create?.formats.map((format) => FORMAT_LABELS[format]) ?? []
  return printed([
    nameOf(app),
    ...refusedBy.map(
      ({ ref, description, requests }) => `  ${ref} (${requests}): ${description}. ${ENGLISH_ADVICE[ref]}`,
    ),
    unknownScopes.length > 0 &&
      `  scopes that the deployment does not declare: ${unknownScopes.join(' ')}; if you plan to declare them, list them in --scopes`,
    ...redirectUris.flatMap(issueLines),
    sendsTooManyUris(app) && `  more than the maximum of ${REDIRECT_URIS_MAX} redirect URIs: use fewer`,
    app.sharedWith.length > 0 &&
      `  a redirect URI can belong to only one client, but this one is also sent by ${app.sharedWith.join(', ')}`,
    clientId !== undefined &&
      idFrom(clientId) !== clientId &&
      `  give the app a different client_id, such as ${idFrom(clientId)}`,
    labels.length > 0 && `  its redirect URI looks like one of ${labels.join(', ')}`,
    create !== undefined && `  to print its configuration: ${create.command}`,
    refusedBy.length > 0 && `  settings for each library: https://YOUR-SSO/errors/${refusedBy[0]?.ref}`,
  ])
}

function issueLines({ uri, isWhole, issues }: RedirectUriUse): readonly string[] {
  const words = issues.map((issue) => ENGLISH_ISSUES.client.address[issue]({ label: '' }).trim())
  return printed([
    words.length > 0 && `  redirect_uri ${uri} ${words.join(', and ')}`,
    !isWhole && `  redirect_uri ${uri} is shortened here; register it exactly as the app sends it`,
  ])
}
