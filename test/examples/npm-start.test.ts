/** The first command of the README, but for `npm ci`: `npm start` in a copy of the repository that was built, with the packages. */
import { spawn } from 'node:child_process'
import { access, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { heard, type Run } from './process.ts'

let copy: string
let npm: Run | undefined
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'portico-clone-'))
  // What is a folder is linked: it is read alone. The command keeps its data in the folder that it is given in.
  for (const entry of await readdir('.', { withFileTypes: true })) {
    const [from, to] = [resolve(entry.name), join(copy, entry.name)]
    if (entry.isFile()) await cp(from, to, { preserveTimestamps: true })
    else if (!entry.name.startsWith('.')) await symlink(from, to)
  }
})
afterAll(async () => {
  npm?.signal('SIGTERM')
  await rm(copy, { recursive: true, force: true })
})

it('says where service and demo app are, and the first password; answers, keeps its data there, and ends when it is asked to', async () => {
  const port = await freePort()
  npm = heard(spawn('npm', ['start'], { cwd: copy, env: { ...BARE_ENVIRONMENT, HOME: copy, PORT: String(port) } }))
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
