/** The first command of the README, except for `npm ci`: `npm start` in a copy of the built repository. */
import { spawn } from 'node:child_process'
import { access, cp, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stoppedAtEnd } from '../support/at-end.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { newFolder } from '../support/new-folder.ts'
import { runOf } from './process.ts'

const copy = newFolder()

const link = (path: string): Promise<void> => symlink(resolve(path), join(copy, path))
for (const entry of await readdir('.', { withFileTypes: true }))
  if (entry.isFile()) await cp(entry.name, join(copy, entry.name), { preserveTimestamps: true })
for (const folder of ['node_modules', 'adapters', 'examples', 'lib', 'policies', 'release', 'test']) await link(folder)
await mkdir(join(copy, 'dist'))
for (const built of ['examples', 'package']) await link(join('dist', built))
// Newer than any source: nothing is built there, through a link into what other tests use.
const [stamp, later] = [join(copy, 'dist', '.built'), new Date(Date.now() + 86_400_000)]
await writeFile(stamp, '')
await utimes(stamp, later, later)

it('prints where service and demo app are, and the first password; responds, keeps its data there, and ends on request', async () => {
  const port = await freePort()
  const npm = runOf(
    spawn('npm', ['start'], { cwd: copy, env: { ...BARE_ENVIRONMENT, HOME: copy, PORT: String(port) } }),
  )
  stoppedAtEnd({ stop: () => npm.signal('SIGTERM') })
  await npm.says(/Username {3}admin\n +Password {3}\S+/)
  const greeting = npm.output()
  expect(greeting).toContain(`Service    http://localhost:${port}\n`)
  for (const address of [
    /Open {7}(\S+)/.exec(greeting)?.[1] ?? '',
    `http://localhost:${port}/.well-known/openid-configuration`,
  ])
    expect((await fetch(address)).status).toBe(200)
  await access(join(copy, '.portico', 'portico.sqlite'))
  npm.signal('SIGTERM')
  await npm.ended
  expect(npm.output()).toContain('"msg":"stopped"')
  await expect(fetch(`http://localhost:${port}/jwks`)).rejects.toThrow()
})
