/** The service in frameworks that the project does not install otherwise, as examples/hosts has it. */
import { symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { frameworkStory } from '../support/framework-story.ts'
import { INSTALLED } from './install.ts'
import { answers, appFolder, runApp } from './process.ts'

const NEXT = join(INSTALLED, 'hosts/node_modules/next/dist/bin/next')

describe.each([
  { host: 'nest', build: undefined, around: {} },
  { host: 'next', build: [process.execPath, NEXT, 'build'], around: { app: 'test/apps/around/next-host' } },
])('$host', ({ host, build, around }) => {
  frameworkStory(host, async (variables) => {
    const folder = appFolder('hosts', '.', {
      'main.mjs': `examples/hosts/${host}.mjs`,
      'sso.ts': 'examples/hosts/sso.ts',
      ...around,
    })
    await mkdir(join(folder, 'node_modules'))
    symlinkSync(resolve('.'), join(folder, 'node_modules/portico-sso'))
    return await runApp({
      folder,
      env: { ...BARE_ENVIRONMENT, ...variables, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      build,
      command: [process.execPath, 'main.mjs'],
      ready: () => answers(`http://localhost:${variables.PORT}`),
    })
  })
})
