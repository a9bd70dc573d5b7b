/** Prints the result of a rehearsal: a table of the apps, then for each app the refusals and how to fix them. */
import { REDIRECT_URIS_MAX } from '../../../policies/client-registration.ts'
import { browserForm } from '../../../policies/redirect-uri.ts'
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
  /** Authorization and token requests, or lines that may be such requests, that were cut. */
  readonly cut: number
  /** Authorization and token requests, or lines that may be such requests, that cannot be parsed. */
  readonly unreadable: number
  readonly notUtf8: number
  readonly apps: readonly RehearsedApp[]
}

/** True if nothing was refused. Requests that could not be evaluated do not count. */
export const passes = (app: RehearsedApp): boolean =>
  app.passing === app.requests && !sendsTooManyUris(app) && app.sharedWith.length === 0

const isBroken = ({ cut, unreadable }: RehearsedApp): boolean => cut + unreadable > 0
const sendsTooManyUris = ({ redirectUris }: RehearsedApp): boolean => redirectUris.length > REDIRECT_URIS_MAX

export function dataOf({ kind, apps, ...counts }: Rehearsal): object {
  return {
    source: kind,
    requests: counts,
    apps: apps.map((app) => ({
      client_id: app.clientId ?? null,
      // Null: what was read passes, but not all of it could be read.
      passes: passes(app) && isBroken(app) ? null : passes(app),
      requests: app.requests,
      passing: app.passing,
      cut: app.cut,
      unreadable: app.unreadable,
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
      more: {
        redirect_uris: app.more.redirectUris,
        shares_redirect_uri_with: app.more.sharedWith,
        unknown_scopes: app.more.unknownScopes,
        minimum: app.isMoreMinimum,
      },
      register: createCommandOf(app) ?? null,
    })),
  }
}

export function textOf(rehearsal: Rehearsal): string {
  const { apps } = rehearsal
  const failing = apps.filter((app) => !passes(app)).length
  const unclear = apps.filter((app) => passes(app) && isBroken(app)).length
  return [
    ...summaryOf(rehearsal),
    '',
    ...tableOf(apps),
    ...apps.flatMap((app) => ['', ...sectionOf(app)]),
    '',
    verdictOf(apps.length, failing, unclear),
  ].join('\n')
}

function verdictOf(all: number, failing: number, unclear: number): string {
  const incomplete = 'The requests of %s were not all readable. Fix the log, and run the command again.'
  if (all === 1 && failing === 1) return 'The app would be rejected.'
  if (all === 1) return unclear > 0 ? incomplete.replace('%s', 'the app') : 'The app could sign in without changes.'
  const verdict = failing > 0 && `${failing} of ${all} apps would be rejected.`
  if (unclear > 0) return printed([verdict, incomplete.replace('%s', `${unclear} of ${all} apps`)]).join(' ')
  return verdict || `All ${all} apps could sign in without changes.`
}

const printed = (lines: readonly (string | false)[]): string[] => lines.filter((line) => line !== false)

function summaryOf(rehearsal: Rehearsal): string[] {
  const { kind, read, unread, authorization, token, tokenWithoutBody, overlooked, cut, unreadable, notUtf8 } = rehearsal
  const entries = kind === 'har' ? 'entries' : 'lines'
  return printed([
    `${read} ${entries}, ${unread} of them not requests; evaluated: ${authorization} authorization and ${token} token requests`,
    kind === 'access-log'
      ? `An access log has no bodies, so only authorization requests are evaluated (token requests seen: ${tokenWithoutBody}).`
      : tokenWithoutBody > 0 &&
        `The bodies of ${tokenWithoutBody} token requests were not recorded, so those requests are not evaluated.`,
    cut > 0 &&
      `${cut} ${entries} were cut, so these requests are not evaluated. Raise the maximum line length of the log.`,
    unreadable > 0 && `${unreadable} ${entries} look like authorization requests, but cannot be parsed.`,
    notUtf8 > 0 && `${notUtf8} ${entries} are not UTF-8. They are read as Latin-1.`,
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
      [...causesOf(app), ...brokenOf(app)].join(', '),
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

const brokenOf = ({ cut, unreadable }: RehearsedApp): readonly string[] =>
  printed([cut > 0 && `${cut} cut`, unreadable > 0 && `${unreadable} unreadable`])

const moreOf = (more: number, { isMoreMinimum }: RehearsedApp): string =>
  more === 0 ? '' : ` and ${isMoreMinimum ? 'at least ' : ''}${more} more`

function sectionOf(app: RehearsedApp): readonly string[] {
  const { clientId, refusedBy, redirectUris, unknownScopes } = app
  const create = createCommandOf(app)
  const labels = create?.formats.map((format) => FORMAT_LABELS[format]) ?? []
  return printed([
    nameOf(app),
    ...refusedBy.map(
      ({ ref, description, requests }) => `  ${ref} (${requests}): ${description}. ${ENGLISH_ADVICE[ref]}`,
    ),
    isBroken(app) && `  not evaluated: ${brokenOf(app).join(', ')}`,
    unknownScopes.length > 0 &&
      `  scopes that the deployment does not declare: ${unknownScopes.join(' ')}${moreOf(app.more.unknownScopes, app)}; if you plan to declare them, list them in --scopes`,
    ...redirectUris.flatMap(issueLines),
    app.more.redirectUris > 0 &&
      `  redirect URIs that are not listed:${moreOf(app.more.redirectUris, app).replace(/^ and| more$/g, '')}`,
    sendsTooManyUris(app) && `  more than the maximum of ${REDIRECT_URIS_MAX} redirect URIs: use fewer`,
    app.sharedWith.length > 0 &&
      `  a redirect URI can belong to only one client, but this one is also sent by ${app.sharedWith.join(', ')}${moreOf(app.more.sharedWith, app)}`,
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
  const form = isWhole && words.length > 0 ? browserForm(uri) : undefined
  return printed([
    words.length > 0 &&
      `  redirect_uri ${uri} ${words.join(', and ')}${form === undefined ? '' : `. Write it as ${form}`}`,
    !isWhole && `  redirect_uri ${uri} is shortened here; register it exactly as the app sends it`,
  ])
}
