/** Every screen that the service shows can be replaced by a host: it stands in the list by name. */
import { frameOfScreen, nameOfScreen, SCREEN_NAMES } from '../../lib/compose/screens.ts'
import { SignIn } from '../../lib/protocol/interaction/sign-in-view.tsx'
import { readSource, sourceFiles } from '../structure/sources.ts'

const list = ['public', 'portal', 'panel'].map((frame) => readSource(`lib/compose/${frame}-screens.ts`)).join('')

it('has every screen that an endpoint, the portal or the panel shows', () => {
  const shown = sourceFiles(['lib/web/pages', 'lib/protocol', 'lib/apps'], 'ts').flatMap((file) =>
    [...readSource(file).matchAll(/^import \{([^}]+)\} from '[^']*-view\.tsx'$/gm)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim().split(' as ')[0] ?? '')
        .filter((name) => /^[A-Z]\w*[a-z]/.test(name)),
    ),
  )
  // What a script puts into a page is a part of it, and no screen.
  const parts = sourceFiles(['lib/apps'], 'ts').flatMap((file) =>
    [...readSource(file).matchAll(/showPart\(\w+, (\w+)/g)].map(([, name]) => name),
  )
  expect(shown.length).toBeGreaterThan(40)
  expect(
    [...new Set(shown)]
      .filter((name) => !parts.includes(name))
      .filter((name) => !new RegExp(`\\b${name} as \\w+`).test(list)),
  ).toEqual([])
})

it('finds a screen by its name, and whose frame is around it', () => {
  expect([nameOfScreen(SignIn), nameOfScreen(() => null)]).toEqual(['signIn', undefined])
  expect(['signIn', 'portalHome', 'panelOverview'].map((name) => frameOfScreen(name as never))).toEqual([
    'public',
    'portal',
    'panel',
  ])
  expect(new Set(SCREEN_NAMES).size).toBe(SCREEN_NAMES.length)
})
