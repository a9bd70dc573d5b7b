import { isInLauncher, type LaunchedApp } from '../../policies/launcher.ts'

const app: LaunchedApp = { status: 'active', environment: 'live', source: 'administrator', listed: true }

describe('the launcher', () => {
  it.each<[string, Partial<LaunchedApp>, boolean]>([
    ['shows a live app', {}, true],
    ['shows one of the configuration', { source: 'configuration' }, true],
    ['leaves out what its administrator does not list', { listed: false }, false],
    ['leaves out what is under construction', { environment: 'development' }, false],
    ['leaves out what is disabled', { status: 'disabled' }, false],
    ['leaves out the pages of the service itself', { source: 'service' }, false],
  ])('%s', (_name, more, shown) => {
    expect(isInLauncher({ ...app, ...more })).toBe(shown)
  })
})
