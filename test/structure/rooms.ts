/**
 * The order of the rooms: a file imports only from its room and from rooms above it in this list, types included. The
 * same holds for the folders inside a room.
 */
import { dirname } from 'node:path/posix'
import { type Import, liesIn } from './sources.ts'

export interface Room {
  /** A folder, or a file as a room. The most exact match counts. */
  readonly place: string
  /** Why it cannot import from rooms below. */
  readonly why: string
}

export const ROOMS: readonly Room[] = [
  { place: 'policies', why: 'a rule is evaluated by its arguments alone, so it can be tested as a table' },
  { place: 'lib/client', why: 'it runs in the app of a team, at any provider' },
  { place: 'lib/config', why: 'settings are data: a user who reads them need not know what is made of them' },
  { place: 'lib/ports', why: 'a port is what an adapter author reads: no driver, no service' },
  { place: 'lib/domain', why: 'what all of the domain shares knows no part of it' },
  { place: 'lib/domain/keys', why: 'keys sign and seal, whatever for' },
  { place: 'lib/domain/limits', why: 'what is counted is the same to a limit: a request, a password, an email' },
  { place: 'lib/domain/clients', why: 'a client is what it is without sessions, users and tokens' },
  { place: 'lib/domain/outbox', why: 'what is delivered is the same to the outbox: a notice, an email' },
  { place: 'lib/domain/sessions', why: 'sessions know who has them by subject alone' },
  { place: 'lib/domain/accounts', why: 'accounts know nothing of tokens or of who watches' },
  { place: 'lib/domain/emails', why: 'an email is about a user; what causes it need not be known' },
  { place: 'lib/domain/tokens', why: 'tokens report what happened in their result; others record it' },
  { place: 'lib/domain/audit', why: 'the trail takes events as they are given' },
  { place: 'lib/domain/metrics', why: 'counters take events as they are given' },
  { place: 'lib/domain/management', why: 'the panel and the command line do the same, so it knows neither' },
  { place: 'lib/domain/nodes', why: 'a node says what it is, whatever it serves' },
  { place: 'lib/domain/seed', why: 'the store is filled before any client can ask over HTTP' },
  { place: 'lib/domain/backup', why: 'a copy of the store is of all that the domain keeps in it' },
  { place: 'lib/domain/transfer', why: 'files of users and clients are read and written without a request over HTTP' },
  { place: 'lib/web/request', why: 'the context of a request is known to all who answer one' },
  { place: 'lib/web/http', why: 'the path of a request is the same for every endpoint' },
  { place: 'lib/web/ui', why: 'the kit draws, and knows no page' },
  { place: 'lib/web/pages', why: 'pages are shown the same way, whichever they are' },
  { place: 'lib/web/emails', why: 'an email is written the same way, whatever caused it' },
  { place: 'lib/protocol/engine', why: 'the engine evaluates the session; what is asked then is not its business' },
  { place: 'lib/protocol/endpoints', why: 'an endpoint is part of the protocol, not of an app' },
  { place: 'lib/protocol/interaction', why: 'the sign-in is part of the protocol, not of an app' },
  {
    place: 'lib/protocol/upstream',
    why: 'a sign-in at an external provider is a way through the interaction, which only gets its user',
  },
  { place: 'lib/protocol/logout', why: 'the sign-out is part of the protocol, not of an app' },
  { place: 'lib/protocol/recovery', why: 'pages that emails lead to are part of signing in, not of an app' },
  { place: 'lib/apps/first-party', why: 'how an app of our own signs people in is the same for each of them' },
  { place: 'lib/apps/host', why: 'an app is wired from outside' },
  { place: 'lib/apps/gate', why: 'an app is wired from outside' },
  { place: 'lib/apps/portal', why: 'an app is wired from outside' },
  { place: 'lib/apps/admin/shell', why: 'what all pages of the panel share knows none of them' },
  { place: 'lib/apps/admin/clients', why: 'a section of the panel is wired from outside' },
  { place: 'lib/apps/admin/users', why: 'a section of the panel is wired from outside' },
  { place: 'lib/apps/admin/operations', why: 'a section of the panel is wired from outside' },
  { place: 'lib/apps/admin', why: 'the panel is wired from outside' },
  { place: 'lib/compose', why: 'wiring is used by the command line and by createPortico, not the other way' },
  { place: 'lib/portico.ts', why: 'createPortico is the way in' },
  { place: 'lib/serve', why: 'a server is a process around the service, which knows nothing of it' },
  { place: 'lib/testing', why: 'the service runs in a test as it runs in production' },
  { place: 'lib/cli', why: 'the command line runs on the domain; the service does not know of it' },
  { place: 'lib/index.ts', why: 'the public names, and nothing else' },
]

/** Modules of `lib` that import adapters. */
export const ADAPTER_IMPORTERS: readonly string[] = [
  'lib/cli',
  'lib/compose/connectors.ts',
  'lib/compose/directory.ts',
  'lib/compose/resolve-options.ts',
  'lib/compose/sender.ts',
  'lib/compose/watching.ts',
  'lib/serve',
  'lib/testing',
]

/** Modules that open connections or resolve host names. The server and the metrics listener only accept connections. */
export const CALLERS: readonly string[] = [
  'adapters/ldap/wire.ts',
  'adapters/postgres',
  'adapters/redis',
  'adapters/smtp',
  'adapters/upstream/bounded-call.ts',
  'lib/cli/doctor/outside',
  'lib/client',
  'lib/domain/sessions/backchannel.ts',
  'lib/domain/sessions/name-lookup.ts',
  'lib/testing/browser.ts',
]

/** Rooms that never import each other, in any order. Code that two of them need moves up. */
const SIBLINGS: readonly (readonly string[])[] = [
  ['lib/protocol/endpoints', 'lib/protocol/interaction', 'lib/protocol/logout', 'lib/protocol/recovery'],
  ['lib/apps/host', 'lib/apps/gate', 'lib/apps/portal', 'lib/apps/admin'],
  // Portal and panel use lib/apps/first-party to show a sign-out.
  ...['lib/protocol/endpoints', 'lib/protocol/interaction', 'lib/protocol/logout', 'lib/protocol/recovery'].map(
    (room) => [room, 'lib/apps/portal', 'lib/apps/admin'],
  ),
  ['lib/apps/admin/clients', 'lib/apps/admin/users', 'lib/apps/admin/operations'],
]

/** A view's value imports: it only turns props into markup. */
const VIEWS_MAY = ['preact', 'lib/web/ui', 'policies']

const inHouse = (path: string): boolean => liesIn(path, 'policies') || liesIn(path, 'lib')
const nameOf = ({ from, to }: Import): string => `${from} imports ${to}`

/** The room of a file; undefined if no room contains it. */
export function roomOf(path: string): number | undefined {
  let found: number | undefined
  for (const [index, { place }] of ROOMS.entries())
    if (liesIn(path, place) && (found === undefined || place.length > (ROOMS[found]?.place.length ?? 0))) found = index
  return found
}

export function upwardImports(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(({ from, to }) => inHouse(from) && inHouse(to))
    .flatMap((one) => {
      const [from, to] = [roomOf(one.from), roomOf(one.to)]
      if (from === undefined || to === undefined) return [`${nameOf(one)}: one of them is in no room`]
      return to > from ? [`${nameOf(one)}: ${ROOMS[from]?.why}`] : []
    })
}

export function siblingImports(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((one) =>
    SIBLINGS.flatMap((group) => {
      const from = group.find((place) => liesIn(one.from, place))
      const to = group.find((place) => liesIn(one.to, place))
      return from === undefined || to === undefined || from === to
        ? []
        : [`${nameOf(one)}: siblings do not know each other`]
    }),
  )
}

/** Each cycle once, as its path. */
export function fileCycles(imports: readonly Import[]): readonly string[] {
  return cyclesOf(imports.filter(({ to }) => inHouse(to) || liesIn(to, 'adapters')))
}

/** A file at the top of a folder belongs only to that folder, not to its subfolders. */
export function folderCycles(imports: readonly Import[]): readonly string[] {
  const between = imports
    .filter(({ from, to }) => inHouse(from) && inHouse(to))
    .map(({ from, to, kind }): Import => ({ from: dirname(from), to: dirname(to), kind }))
    .filter(({ from, to }) => from !== to)
  return cyclesOf([...new Map(between.map((one) => [nameOf(one), one])).values()])
}

export function viewImports(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(({ from, to, kind }) => {
      const allowed = to.endsWith('.tsx') || VIEWS_MAY.some((place) => liesIn(to, place))
      return from.endsWith('-view.tsx') && kind === 'value' && !allowed
    })
    .map((one) => `${nameOf(one)}: a view turns props into markup and does nothing else`)
}

/** Folders that build the provider's parts; all others receive them. */
const BUILDERS = ['lib/compose', 'lib/portico.ts', 'lib/serve', 'lib/cli']
/** Objects of one request or page are not parts of the provider. */
const REQUEST_SCOPED = ['lib/web/ui', 'lib/web/request', 'lib/apps/admin/shell/names.ts']

/** A file as text, with its path. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** Exported functions that return an object with methods, with their files: of a named type, or of an inferred one. */
export function factoriesIn(sources: readonly SourceText[]): ReadonlyMap<string, string> {
  const scoped = (path: string): boolean => REQUEST_SCOPED.some((place) => liesIn(path, place))
  const withMethods = new Set(
    sources
      .filter(({ path }) => !scoped(path))
      .flatMap(({ text }) => [...text.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)])
      .filter(([, , body = '']) => /^ {2}(?:readonly )?\w+\??(?:<[^>]*>)?(?:\(|: (?:<[^>]*>)?\()/m.test(body))
      .map(([, name = '']) => name),
  )
  const made =
    /^export (?:async )?function (\w+)(?:<[^(]*>)?\((?:(?!\n\}|\nexport )[\s\S])*?\): (?:Promise<)?(\w+)>? \{$/gm
  const inferred = /^export type \w+ = ReturnType<typeof (\w+)>$/gm
  return new Map(
    sources.flatMap(({ path, text }) =>
      [
        ...[...text.matchAll(made)].filter(([, , result = '']) => withMethods.has(result)),
        ...(scoped(path) ? [] : text.matchAll(inferred)),
      ].map(([, name = '']): [string, string] => [name, path]),
    ),
  )
}

export function factoryCalls(sources: readonly SourceText[], imports: readonly Import[]): readonly string[] {
  const factories = [...factoriesIn(sources)]
  const importers = Map.groupBy(imports, ({ from }) => from)
  return sources
    .filter(({ path }) => liesIn(path, 'lib') && !BUILDERS.some((place) => liesIn(path, place)))
    .flatMap(({ path, text }) =>
      factories
        .filter(([, home]) => dirname(home) !== dirname(path) && importers.get(path)?.some(({ to }) => to === home))
        .filter(([name]) => new RegExp(`(?<![\\w.])${name}\\(`).test(text))
        .map(([name]) => `${path} calls ${name}: parts of the service are built in lib/compose`),
    )
}

function cyclesOf(edges: readonly Import[]): readonly string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const way: string[] = []
  const found: string[] = []
  const visit = (path: string): void => {
    state.set(path, 'open')
    way.push(path)
    for (const { to } of next.get(path) ?? []) {
      if (state.get(to) === 'open') found.push([...way.slice(way.indexOf(to)), to].join(' > '))
      else if (state.get(to) === undefined) visit(to)
    }
    way.pop()
    state.set(path, 'done')
  }
  for (const path of next.keys()) if (state.get(path) === undefined) visit(path)
  return found
}
