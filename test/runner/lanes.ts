/**
 * When a test file runs: with every change (core), every full build (extended), with packages that nothing else needs
 * (guides), or alone (timing).
 */
import { liesIn } from '../structure/sources.ts'

export type Lane = 'core' | 'extended' | 'guides' | 'timing'

/** The lanes of each command. */
export const LANES = {
  core: ['core'],
  all: ['core', 'extended'],
  guides: ['guides'],
  timing: ['timing'],
} as const satisfies Readonly<Record<string, readonly Lane[]>>

interface Entry {
  /** A folder, or the path of files without their extensions. The most exact match counts. */
  readonly place: string
  readonly lane: Lane
}

interface Folder extends Entry {
  /** Of one process, for all its files, on a machine with two cores. */
  readonly seconds: number
  readonly shows: string
}

export const FOLDERS: readonly Folder[] = [
  {
    place: 'test/adapters',
    lane: 'extended',
    seconds: 150,
    shows: 'the adapters: two stores, email, LDAP, external providers, logs',
  },
  {
    place: 'test/apps',
    lane: 'extended',
    seconds: 8,
    shows: 'the blocks for other libraries are those that `npm run test:apps` runs',
  },
  {
    place: 'test/attack',
    lane: 'extended',
    seconds: 51,
    shows:
      'each attack of [SECURITY.md](../.github/SECURITY.md#attack-tests) against a started deployment (`npm run attack`)',
  },
  {
    place: 'test/bench',
    lane: 'extended',
    seconds: 40,
    shows: 'the benchmark counts and draws correctly; you run it by hand ([README](bench/README.md))',
  },
  {
    place: 'test/browser',
    lane: 'extended',
    seconds: 440,
    shows:
      'users in Chromium: by keyboard, without scripts, in two tabs; axe and the content security policy find nothing; `engines/` walks through 39 tasks in Chromium, Firefox and WebKitGTK',
  },
  { place: 'test/cli', lane: 'extended', seconds: 160, shows: 'every command' },
  {
    place: 'test/client',
    lane: 'core',
    seconds: 20,
    shows: '`portico-sso/client`, in each framework and over two processes',
  },
  { place: 'test/compose', lane: 'core', seconds: 6, shows: 'modules that a start loads, and their wiring' },
  { place: 'test/config', lane: 'core', seconds: 13, shows: 'settings, variables and their errors' },
  { place: 'test/domain', lane: 'core', seconds: 4, shows: 'the domain without HTTP' },
  {
    place: 'test/examples',
    lane: 'extended',
    seconds: 90,
    shows: 'the examples, the reference deployment and the deployment files',
  },
  {
    place: 'test/faults',
    lane: 'extended',
    seconds: 317,
    shows: 'nodes and stores that die, stall, lose responses or run full',
  },
  { place: 'test/flows', lane: 'core', seconds: 373, shows: 'flows of users, apps and administrators, over HTTP' },
  {
    place: 'test/guides',
    lane: 'guides',
    seconds: 75,
    shows:
      'how-tos as they are printed, with the packages that they install; Portico on Bun and Deno, and on other versions of PostgreSQL',
  },
  { place: 'test/package', lane: 'core', seconds: 16, shows: 'the packed package in an empty project' },
  { place: 'test/policies', lane: 'core', seconds: 2, shows: 'every rule as a table, with all of its branches' },
  {
    place: 'test/proof',
    lane: 'extended',
    seconds: 46,
    shows: 'every interleaving of a small model; storms and recorded runs of real processes',
  },
  {
    place: 'test/protocol',
    lane: 'core',
    seconds: 55,
    shows: 'every endpoint, on either store and mounted in a Koa app',
  },
  {
    place: 'test/race',
    lane: 'extended',
    seconds: 56,
    shows: '`npm run race`: the race tester, against Portico and against the bare engine ([README](race/README.md))',
  },
  { place: 'test/postgres', lane: 'extended', seconds: 60, shows: 'every endpoint on PostgreSQL' },
  { place: 'test/release', lane: 'extended', seconds: 30, shows: '`npm run release`: refusals, files, equal builds' },
  { place: 'test/relying-parties', lane: 'extended', seconds: 2, shows: 'unmodified client libraries' },
  { place: 'test/seed', lane: 'extended', seconds: 13, shows: '`npm run seed`: a store with the history of a company' },
  { place: 'test/serve', lane: 'extended', seconds: 89, shows: 'the server process: workers, draining, restarts' },
  {
    place: 'test/simulate',
    lane: 'extended',
    seconds: 90,
    shows: '`npm run simulate`: simulated nodes, clocks, networks and users',
  },
  {
    place: 'test/structure',
    lane: 'core',
    seconds: 16,
    shows: 'rooms, imports, sizes, documents; no test is idle, and each is in a lane',
  },
  { place: 'test/testing', lane: 'core', seconds: 6, shows: '`portico-sso/testing`, through its functions' },
  {
    place: 'test/timing',
    lane: 'timing',
    seconds: 127,
    shows: 'time measurements: ranks of refused sign-ins, milliseconds of pages, an event loop that is never blocked',
  },
  { place: 'test/upgrade', lane: 'extended', seconds: 75, shows: 'two versions on one store' },
  {
    place: 'test/web',
    lane: 'core',
    seconds: 5,
    shows: 'pages, texts and requests; `web/ui/` has every page in every state as data',
  },
  {
    place: 'test/world',
    lane: 'extended',
    seconds: 20,
    shows: 'inputs as they occur in practice; a line of a table is a case',
  },
]

/** Files of an extended folder that every change needs: the store contract, and the most frequent tasks. */
const CORE: readonly string[] = [
  'test/adapters/embedded',
  'test/adapters/postgres',
  'test/adapters/redis',
  'test/bench/open-loop',
  'test/browser/ui-pages',
  'test/browser/walk',
  'test/cli/client',
  'test/relying-parties/openid-client',
]

/** Files of a core folder that are slow for their benefit. */
const EXTENDED: readonly string[] = [
  'test/compose/loaded-at-start',
  'test/flows/app-access-races',
  'test/flows/client-races',
  'test/flows/direct-sign-in',
  'test/flows/directory-lockout',
  'test/flows/emails-secrets',
  'test/flows/end-dates-many',
  'test/flows/hostile-input',
  'test/flows/inactive-users',
  'test/flows/imported-passwords',
  'test/flows/logout-races',
  'test/flows/panel-size',
  'test/flows/sign-in-flood',
  'test/flows/sign-in-networks',
]

/** Files with a lane other than their folder's. */
export const EXCEPTIONS: readonly Entry[] = [
  ...CORE.map((place): Entry => ({ place, lane: 'core' })),
  ...EXTENDED.map((place): Entry => ({ place, lane: 'extended' })),
]

export const PLACES: readonly Entry[] = [...FOLDERS, ...EXCEPTIONS]

/** @param path of a test, from the project's folder @returns undefined without a matching place */
export function laneOf(path: string): Lane | undefined {
  const stem = path.replace(/\.test\.tsx?$/, '')
  const fitting = PLACES.filter(({ place }) => liesIn(stem, place))
  return fitting.toSorted((a, b) => b.place.length - a.place.length)[0]?.lane
}
