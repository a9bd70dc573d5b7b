/** The allowed imports, each rule with its reason. A rule without a subject fails too. */
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { ADAPTER_IMPORTERS, CALLERS } from './rooms.ts'
import { type Import, importsOf, liesIn, readCode, readSource, sourceFiles } from './sources.ts'

interface PlaceRule {
  /** A folder or a file; the most exact match counts. */
  readonly place: string
  readonly may: readonly string[]
  readonly why: string
}

/** Rules beyond the order of the rooms: imports from outside lib and policies. */
const PLACES: readonly PlaceRule[] = [
  ...['distributed', 'embedded', 'security-log', 'upstream', 'prometheus', 'opentelemetry'].map((name) => ({
    place: `adapters/${name}`,
    may: [`adapters/${name}`, 'lib/ports'],
    why: 'adapters report facts; policies decide what follows',
  })),
  ...['postgres', 'redis'].map((name) => ({
    place: `adapters/${name}`,
    may: [`adapters/${name}`, 'adapters/distributed', 'lib/ports'],
    why: 'stores of several nodes resolve lost responses in the same way',
  })),
  { place: 'adapters/ldap', may: ['adapters/ldap', 'lib/ports', 'policies'], why: 'what an answer means is a rule' },
  {
    place: 'adapters/smtp',
    may: ['adapters/smtp', 'lib/ports', 'policies'],
    why: 'what an email address is is a rule',
  },
  {
    place: 'adapters/email-files',
    may: ['adapters/email-files', 'adapters/smtp', 'lib/ports', 'policies'],
    why: 'emails in files have the headers of emails that are sent',
  },
  { place: 'lib/compose/connectors.ts', may: ['lib', 'adapters/upstream'], why: 'connectors are settings' },
  { place: 'lib/compose/directory.ts', may: ['lib', 'adapters/ldap'], why: 'where users come from is in the settings' },
  { place: 'lib/compose/resolve-options.ts', may: ['lib', 'adapters/embedded'], why: 'the default of the storage' },
  { place: 'lib/compose/sender.ts', may: ['lib', 'adapters/smtp'], why: 'the default of the mailer' },
  {
    place: 'lib/compose/watching.ts',
    may: ['lib', 'adapters/prometheus', 'adapters/opentelemetry'],
    why: 'what measures and traces is loaded in one place, where it is wanted',
  },
  {
    place: 'lib/testing',
    may: ['lib', 'policies', 'adapters/embedded'],
    why: 'a test runs in memory, with a clock that the store shares',
  },
  ...['lib/cli', 'lib/serve'].map((place) => ({
    place,
    may: ['lib', 'policies', 'adapters'],
    why: 'they open the store that the environment names',
  })),
  { place: 'lib', may: ['lib', 'policies'], why: 'each store can be replaced, so lib knows only its port' },
  { place: 'policies', may: ['policies'], why: 'a rule can be tested as a table, by its arguments alone' },
  { place: 'examples', may: ['examples'], why: 'an example is what a user can write' },
]

interface PackageRule {
  readonly name: string
  readonly only: readonly string[]
  readonly why: string
}

/** All external imports of the published folders, except for the harmless parts of Node. */
const PACKAGES: readonly PackageRule[] = [
  { name: 'oidc-provider', only: ['lib/protocol/engine'], why: 'the engine can be upgraded or replaced in one folder' },
  { name: 'ioredis', only: ['adapters/redis', 'lib/client'], why: 'a host without Redis loads no driver' },
  { name: 'pg', only: ['adapters/postgres'], why: 'a host without PostgreSQL loads no driver' },
  { name: 'pino', only: ['lib/serve/log.ts'], why: 'a host has a log of its own' },
  { name: 'nodemailer', only: ['adapters/smtp'], why: 'a host without a mail server loads no driver' },
  {
    name: 'openid-client',
    only: ['adapters/upstream', 'lib/client'],
    why: 'a service without connectors loads nothing for them',
  },
  { name: 'ldapts', only: ['adapters/ldap'], why: 'a host without a directory server loads no driver' },
  { name: 'prom-client', only: ['adapters/prometheus'], why: 'a host that measures nothing loads nothing for it' },
  { name: '@opentelemetry/api', only: ['adapters/opentelemetry'], why: 'a host that traces nothing loads nothing' },
  { name: 'node:sqlite', only: ['adapters/embedded'], why: 'a host with Redis opens no file' },
  {
    name: '@simplewebauthn/server',
    only: ['lib/domain/accounts/factors/passkey-ceremonies.ts'],
    why: 'what a browser sent as a passkey is evaluated in one place',
  },
  {
    name: 'jose',
    only: ['lib/domain/keys', 'adapters/upstream', 'lib/client'],
    why: 'the hot path has its own signer',
  },
  { name: 'uqr', only: ['lib/web/ui'], why: 'the kit alone draws' },
  { name: '@formatjs/icu-messageformat-parser', only: ['lib/web/ui/texts/icu'], why: 'read before a page is made' },
  {
    name: 'preact',
    only: ['lib/web', 'lib/protocol', 'lib/apps', 'lib/compose'],
    why: 'only views make markup; handlers hand them props',
  },
  {
    name: 'preact-render-to-string',
    only: ['lib/web/pages'],
    why: 'markup becomes text in one place',
  },
  { name: 'bcrypt', only: ['lib/domain/accounts/factors'], why: 'optional: loaded for a password with such a hash' },
  {
    name: 'node:async_hooks',
    only: ['lib/protocol/engine', 'lib/domain/in-background.ts'],
    why: 'only the engine calls back without saying for which request; background work leaves its request in one place',
  },
  { name: 'node:dns', only: ['lib/domain/sessions', 'lib/cli/doctor'], why: 'calls go out behind one address guard' },
  { name: 'node:tls', only: ['lib/cli/doctor', 'adapters/ldap'], why: 'both verify certificates' },
  {
    name: 'node:https',
    only: ['lib/domain/sessions', 'lib/cli/doctor', 'adapters/upstream'],
    why: 'the service calls out in two places, behind the address guard: back-channel logout, and providers that users come from; the doctor is no part of it',
  },
]

/** Parts of Node that make a rule or a port depend on more than its arguments. */
const NO_NODE = ['policies', 'lib/ports']
const PUBLISHED = ['policies', 'lib', 'adapters']

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies: Readonly<Record<string, string>>
  /** Optional: a host that uses the adapter installs the package. */
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
const installable = { ...manifest.dependencies, ...manifest.peerDependencies }
const imports = sourceFiles([...PUBLISHED, 'examples']).flatMap(importsOf)
const published = imports.filter(({ from }) => !liesIn(from, 'examples'))
const ours = (to: string): boolean => [...PUBLISHED, 'examples', 'test'].some((folder) => liesIn(to, folder))
const packageOf = (to: string): string =>
  to.startsWith('node:')
    ? to
    : to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/')

const ruleFor = (path: string): PlaceRule | undefined =>
  PLACES.filter(({ place }) => liesIn(path, place)).toSorted((a, b) => b.place.length - a.place.length)[0]
const issue = ({ from, to }: Import, why: string): string => `${from} imports ${to}: ${why}`

describe('the folders', () => {
  it('import only what they may', () => {
    const banned = imports
      .filter(({ to }) => ours(to))
      .flatMap((one) => {
        const rule = ruleFor(one.from)
        const allowed = rule?.may.some((place) => liesIn(one.to, place)) === true
        return allowed ? [] : [issue(one, rule?.why ?? 'no rule speaks of this folder')]
      })
    expect(banned).toEqual([])
  })

  it.each(PLACES)('$place is there, and uses all that it may import', ({ place, may }) => {
    expect(existsSync(place)).toBe(true)
    const mine = imports.filter(({ from }) => ruleFor(from)?.place === place)
    expect(may.filter((other) => !mine.some(({ to }) => liesIn(to, other)))).toEqual([])
  })

  it('of an adapter take types from the ports, the errors that they throw, and rules about what a server is asked', () => {
    const inwards = published.filter(({ from, to }) => liesIn(from, 'adapters') && !liesIn(to, 'adapters') && ours(to))
    const values = inwards.filter(({ kind }) => kind === 'value')
    const inPorts = values.filter(({ to }) => !liesIn(to, 'policies')).map(({ to }) => to)
    expect(new Set(inPorts)).toEqual(new Set(['lib/ports/store-unavailable.ts', 'lib/ports/upstream-provider.ts']))
    const isRule = ({ from, to }: Import) =>
      liesIn(to, 'policies') && !liesIn(from, 'adapters/ldap') && to !== 'policies/email-address.ts'
    expect(values.filter(isRule)).toEqual([])
  })
})

describe('packages', () => {
  it('are imported where they may be', () => {
    const banned = published
      .filter(({ to }) => !ours(to))
      .flatMap((one) => {
        const rule = PACKAGES.find(({ name }) => name === packageOf(one.to))
        if (rule === undefined) return isBuiltin(one.to) ? [] : [issue(one, 'no rule speaks of this package')]
        return rule.only.some((place) => liesIn(one.from, place)) ? [] : [issue(one, rule.why)]
      })
    expect(banned).toEqual([])
  })

  it.each(PACKAGES)('$name is there, and is imported where it may be', ({ name, only }) => {
    expect(isBuiltin(name) || name === manifest.name || name in installable).toBe(true)
    expect(
      only.filter((place) => !published.some(({ from, to }) => packageOf(to) === name && liesIn(from, place))),
    ).toEqual([])
  })

  it('that the published folders need come with an installation', () => {
    const named = new Set(
      published
        .map(({ to }) => to)
        .filter((to) => !ours(to) && !isBuiltin(to))
        .map(packageOf),
    )
    expect([...named].filter((name) => name !== manifest.name && !(name in installable))).toEqual([])
  })

  it.each(NO_NODE)('%s uses nothing of Node: no time, no randomness, no files, no network', (folder) => {
    const outside = published.filter(({ from, to }) => liesIn(from, folder) && !ours(to))
    expect(outside.map((one) => issue(one, 'what it needs comes in as an argument'))).toEqual([])
  })

  it('nothing of the service imports the command line', () =>
    expect(published.filter(({ from, to }) => liesIn(to, 'lib/cli') && !liesIn(from, 'lib/cli'))).toEqual([]))

  it('no program is started by the service', () =>
    expect(published.filter(({ to }) => to === 'node:child_process')).toEqual([]))

  it.each([
    [
      'random values are from node:crypto, except pauses',
      /Math\.random/,
      ['lib/compose/emails.ts', 'lib/compose/notices.ts'],
    ],
    [
      'secret values are compared in constant time',
      /timingSafeEqual\(/,
      [
        'adapters/upstream/upstream-sign-in.ts',
        'lib/domain/accounts/factors/challenges.ts',
        'lib/domain/accounts/factors/imported-passwords.ts',
        'lib/domain/accounts/factors/passwords.ts',
        'lib/domain/accounts/factors/totp.ts',
        'lib/domain/accounts/trusted-devices.ts',
        'lib/domain/backup/file-header.ts',
        'lib/domain/clients/secrets.ts',
        'lib/domain/keys/signer.ts',
        'lib/domain/tokens/token-values.ts',
        'lib/protocol/endpoints/metrics.ts',
      ],
    ],
    ['no text is run as code', /(?<!\.)\beval\(|new Function\b|node:vm/, []],
    // RFC 6238 codes, and the names that Redis gives to scripts.
    [
      'hashes are SHA-256, with two exceptions',
      /\b(?:createHash|createHmac|hash)\('(?!sha256')/,
      ['adapters/redis/session-store.ts', 'lib/domain/accounts/factors/totp.ts'],
    ],
  ])('%s', (_, use, only) => expect(sourceFiles(PUBLISHED).filter((path) => use.test(readCode(path)))).toEqual(only))

  it('a compare-and-replace is repeated by lib/domain/documents.ts, and in no loop without a bound', () => {
    const loops = sourceFiles(['lib']).filter((path) => {
      const text = readSource(path)
      return /\b(?:documents|families|store)\.replace\(/.test(text) && /\bfor \(;;\)|\bwhile \(/.test(text)
    })
    expect(loops).toEqual([])
  })
})

describe('lib/README.md names', () => {
  const CALL =
    /import (?:.*[{ ](?:request|connect|promises as dns)\b.* from 'node:|.* from '(?:ioredis|nodemailer|pg)')|\bfetch\(/
  const importers = published.filter(({ from, to }) => liesIn(from, 'lib') && liesIn(to, 'adapters'))
  it.each([
    ['the modules that import adapters', ADAPTER_IMPORTERS, importers.map(({ from }) => from)],
    ['the modules that open connections', CALLERS, sourceFiles(PUBLISHED).filter((path) => CALL.test(readCode(path)))],
  ])('%s', (_names, places, found) => {
    expect(found.filter((path) => !places.some((place) => liesIn(path, place)))).toEqual([])
    expect(places.filter((place) => !found.some((path) => liesIn(path, place)))).toEqual([])
    const page = readSource('lib/README.md')
    expect(places.filter((place) => !page.includes(`\`${place.replace('lib/', '')}`))).toEqual([])
  })
})

describe('examples', () => {
  const outside = imports.filter(({ from, to }) => liesIn(from, 'examples') && !ours(to) && !isBuiltin(to))

  it('use the entry points that the package has', () => {
    const entries = Object.keys(manifest.exports).map((entry) => manifest.name + entry.slice(1))
    expect(outside.filter(({ to }) => packageOf(to) === manifest.name && !entries.includes(to))).toEqual([])
    expect(outside.some(({ to }) => to === manifest.name)).toBe(true)
  })

  it('use packages that this repository installs', () => {
    const installed = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(outside.filter(({ to }) => packageOf(to) !== manifest.name && !(packageOf(to) in installed))).toEqual([])
  })
})
