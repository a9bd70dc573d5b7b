/** The programs of lib/client/README.md, as they are printed, with the real provider. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runOf } from '../examples/process.ts'
import { appVisitor } from '../support/app-visitor.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { confidential } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { answers } from '../support/listening.ts'
import { newFolder } from '../support/new-folder.ts'
import { until } from '../support/until.ts'

const text = readFileSync('lib/client/README.md', 'utf8')
const programs = [...text.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, program = '']) => program)

async function started(program: string): Promise<{ readonly idp: Idp; readonly port: number; readonly token: string }> {
  const port = await freePort()
  const client = confidential('orders', {
    redirect_uris: [`http://localhost:${port}/callback`],
    consent: 'trusted',
    post_logout_redirect_uris: [],
  })
  const idp = await runningIdp({ clients: [client] })
  const { access_token: token } = await idp.user().signIn(idp.party(client), { scope: 'openid profile' })
  // Below the repository, so that the package is found by its name.
  const file = join(newFolder(resolve('dist')), 'app.mjs')
  writeFileSync(file, program.replaceAll(/4[23]00/g, String(port)))
  const variables = { OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: 'orders', OIDC_CLIENT_SECRET: client.client_secret }
  const run = runOf(spawn(process.execPath, [file], { env: { ...BARE_ENVIRONMENT, ...variables } }))
  stoppedAtEnd({
    async stop() {
      run.signal('SIGKILL')
      await run.ended
    },
  })
  await until(() => answers(port))
  return { idp, port, token }
}

it.each(programs.slice(0, 3))('program %#: signs a user in', async (program) => {
  const { idp, port } = await started(program)
  const alice = appVisitor(port, idp)
  await alice.signIn('/sign-in?return_to=/me')
  expect((await alice.go('/me')).text).toContain('alice@example.com')
})

it('the API accepts an access token', async () => {
  const { port, token } = await started(programs[3] ?? '')
  const answer = await send(port, '/orders', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.json()]).toEqual([200, { owner: 'u-alice' }])
  expect((await send(port, '/orders')).status).toBe(401)
})
