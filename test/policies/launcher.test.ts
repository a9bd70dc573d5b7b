import { isInLauncher, type LaunchedApp, listedChoice } from '../../policies/launcher.ts'

const app: LaunchedApp = { status: 'active', environment: 'live', source: 'administrator' }

it.each<[string, Partial<LaunchedApp>, boolean]>([
  ['shows a live app', {}, true],
  ['shows one of the configuration', { source: 'configuration' }, true],
  ['leaves out a live app that its administrator does not list', { listed: false }, false],
  ['leaves out what is under construction', { environment: 'development' }, false],
  ['shows what is under construction when it is listed', { environment: 'development', listed: true }, true],
  ['leaves out what is disabled', { status: 'disabled', listed: true }, false],
  ['leaves out the pages of the service itself', { source: 'service', listed: true }, false],
])('the launcher: %s', (_name, more, shown) => expect(isInLauncher({ ...app, ...more })).toBe(shown))

it.each([
  ['live', undefined, undefined],
  ['live', true, undefined],
  ['live', false, false],
  ['development', true, true],
  ['development', false, undefined],
] as const)('a choice: of an app that is %s, %s, is kept as %s', (environment, listed, kept) =>
  expect(listedChoice({ environment, listed })).toBe(kept),
)
