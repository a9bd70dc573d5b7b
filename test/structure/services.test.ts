/** The composition shows the dependencies: groups in one order, and handlers that name their members. */
import type { SourceText } from './rooms.ts'
import { membersOf, namedServices, usedBeforeDeclared, wholeGroups } from './services.ts'
import { readCode, sourceFiles } from './sources.ts'

const MEMBERS_MAX = 20

const sourceOf = (path: string): SourceText => ({ path, text: readCode(path) })
const sources = sourceFiles(['lib']).map(sourceOf)
const composition = sources.filter(({ path }) => path.startsWith('lib/compose/'))
const features = sources.filter(({ path }) => path.startsWith('lib/apps/') || path.startsWith('lib/protocol/'))

const planted = (text: string): SourceText => ({ path: 'lib/compose/planted.ts', text })

describe('a handler', () => {
  const taken = features.flatMap((source) =>
    namedServices(source).map((name) => [`${source.path} ${name}`, membersOf(sources, source.path, name)] as const),
  )

  it(`takes ${MEMBERS_MAX} members of the service at most`, () => {
    expect(taken.filter(([, members]) => members.size > MEMBERS_MAX).map(([name]) => name)).toEqual([])
    expect(taken.filter(([, members]) => members.size === 0).map(([name]) => name)).toEqual([])
    expect(taken.length).toBeGreaterThan(25)
  })

  it('has its members counted with those that it inherits', () => {
    const of = (path: string, name: string): readonly string[] => [...membersOf(sources, path, name)]
    expect(of('lib/apps/admin/users/services.ts', 'UsersServices')).toContain('pages')
    expect(of('lib/protocol/interaction/page-expired.ts', 'Services')).toHaveLength(5)
    expect(of('lib/apps/first-party/relying-party.ts', 'RelyingParty')).toContain('engine')
  })
})

describe('the composition', () => {
  const service = composition.find(({ path }) => path === 'lib/compose/service.ts')?.text ?? ''
  const returned = /\n {2}return \{\n([\s\S]*?)\n {2}\}\n/.exec(service)?.[1] ?? ''
  const groups = [...returned.matchAll(/^ {4}(\w+)[,:]/gm)].map(([, name = '']) => name)

  it('hands on no group as a whole by a spread', () => {
    expect(groups.length).toBeGreaterThan(10)
    expect(composition.flatMap((source) => wholeGroups(source, groups))).toEqual([])
    const head = "import type { Service } from './service.ts'\n"
    expect(wholeGroups(planted(`${head}endpoint({ ...service.web, ...pick(service, 'site') })`), groups)).toHaveLength(
      1,
    )
  })

  it('makes each part of parts that are there, not by closures over later ones', () => {
    expect(composition.flatMap(usedBeforeDeclared)).toEqual([])
    const cycle = 'function compose() {\n  const a = first(() => b.wake())\n  const b = second(a)\n}\n'
    expect(usedBeforeDeclared(planted(cycle))).toHaveLength(1)
  })
})
