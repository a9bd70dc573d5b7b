/** Optional packages in the working folder, next to `npx portico-sso` or a global installation. */
import { spawn } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Run, runOf } from '../examples/process.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { newFolder } from '../support/new-folder.ts'
import { MODULES, packedProject } from './packed-project.ts'

const { inProject } = await packedProject()
const work = newFolder()
const ENTRA = { id: 'entra', name: 'Entra', issuer: 'https://i.example', client_id: 'a', client_secret: 'b'.repeat(40) }
const settings = {
  mail: { from: 'Portico <portico@example.com>' },
  ldap: { kind: 'openldap', url: 'ldaps://l.example', bindDn: 'cn=a', bindPassword: 'p', base: 'o=b' },
  login: { upstreams: [ENTRA] },
}
const [PORT, METRICS_PORT] = [String(await freePort()), String(await freePort())]
const variables = { SMTP_URL: 'smtp://127.0.0.1:2525', METRICS_PORT, PORT }
const NAMES = ['nodemailer', 'ldapts', 'openid-client', 'prom-client']
const LINE = `in ${work}, run: npm install nodemailer@10 ldapts@9 openid-client@6 prom-client@15`

function portico(...words: readonly string[]): Run {
  const program = inProject('node_modules/portico-sso/dist/package/portico.js')
  return runOf(spawn(process.execPath, [program, ...words], { cwd: work, env: { ...BARE_ENVIRONMENT, ...variables } }))
}

it('the start and doctor name all that is missing in one line; installed there, they are used', async () => {
  expect(await portico('init').ended).toBe(0)
  await writeFile(join(work, 'portico.json'), JSON.stringify(settings))
  const [refused, doctor] = [portico('serve'), portico('doctor')]
  expect([await refused.ended, refused.output()]).toEqual([2, expect.stringContaining(LINE)])
  expect([await doctor.ended, doctor.output()]).toEqual([2, expect.stringContaining(LINE)])

  await mkdir(join(work, 'node_modules'))
  for (const name of NAMES) await symlink(join(MODULES, name), join(work, 'node_modules', name))
  const served = portico('serve')
  await served.says(/Service/)
  expect((await fetch(`http://localhost:${PORT}/health/live`)).status).toBe(200)
  expect((await fetch(`http://localhost:${METRICS_PORT}/metrics`)).status).toBe(200)
  const later = portico('doctor')
  await later.ended
  expect(later.output()).not.toContain('npm install')
  served.signal('SIGTERM')
  expect(await served.ended).toBe(0)
})
