/** The first command of the README, but for `npm ci`: `npm start` in a copy of the repository that was built, with the packages. */
import { type ChildProcess, spawn } from 'node:child_process'
import { access, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

let copy: string
let npm: ChildProcess | undefined
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
  npm?.kill()
  await rm(copy, { recursive: true, force: true })
})

it('says where service and demo app are, and the first password; answers, keeps its data there, and ends when it is asked to', async () => {
  const port = await freePort()
  const child = spawn('npm', ['start'], { cwd: copy, env: { ...BARE_ENVIRONMENT, HOME: copy, PORT: String(port) } })
  npm = child
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  const ended = new Promise((done) => child.once('close', done))
  await until(() => /Username {3}admin\n +Password {3}\S+/.test(output), 'the password')
  expect(output).toContain(`Service    http://localhost:${port}\n`)
  for (const address of [
    /Open {7}(\S+)/.exec(output)?.[1] ?? '',
    `http://localhost:${port}/.well-known/openid-configuration`,
  ])
    expect((await fetch(address)).status).toBe(200)
  await access(join(copy, '.portico', 'portico.sqlite'))
  child.kill('SIGTERM')
  await ended
  expect(output).toContain('"msg":"stopped"')
  await expect(fetch(`http://localhost:${port}/jwks`)).rejects.toThrow()
})
