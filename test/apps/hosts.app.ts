/** The service in frameworks that the project does not install otherwise, as examples/hosts has it. */
import { symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { frameworkStory } from '../support/framework-story.ts'
import { INSTALLED } from './install.ts'
import { answers, appFolder, runApp } from './process.ts'

const TSC = resolve('node_modules/typescript/bin/tsc')
const NEST = {
  'package.json': 'test/apps/around/nest-host/package.json',
  'tsconfig.json': 'test/apps/around/nest-host/tsconfig.json',
}
const NEXT = join(INSTALLED, 'hosts/node_modules/next/dist/bin/next')

describe.each([
  { host: 'nest', from: 'main.mts', build: [process.execPath, TSC, '-p', '.'], around: NEST },
  {
    host: 'next',
    from: 'main.mjs',
    build: [process.execPath, NEXT, 'build'],
    around: { app: 'test/apps/around/next-host' },
  },
])('$host', ({ host, from, build, around }) => {
  frameworkStory(host, async (variables) => {
    const folder = appFolder('hosts', '.', {
      [from]: `examples/hosts/${host}${extname(from)}`,
      'sso.ts': 'examples/hosts/sso.ts',
      ...around,
    })
    await mkdir(join(folder, 'node_modules'))
    symlinkSync(resolve('.'), join(folder, 'node_modules/portico-sso'))
    return await runApp({
      folder,
      env: { ...BARE_ENVIRONMENT, ...variables, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      build,
      command: [process.execPath, from.replace('.mts', '.mjs')],
      ready: () => answers(`http://localhost:${variables.PORT}`),
    })
  })
})
