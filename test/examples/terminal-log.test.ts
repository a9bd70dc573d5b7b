/** D-G12: untrusted text gives no command to the terminal of the operator, and adds no line to the log. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { stoppedAtEnd } from '../support/at-end.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { until } from '../support/until.ts'
import { emptyFolder, runOf } from './process.ts'

const ESCAPE = '\u001b]0;pwned\u0007\u001b[2J'
const OWN_LINE = '\n12:00:00 info  signed in  user=admin'

it('a request with control characters is one line, without them', async () => {
  const [folder, port] = [emptyFolder(), await freePort()]
  // `script` gives the service a terminal, as an operator has one.
  const child = spawn(
    'script',
    ['-qfc', `"${process.execPath}" "${resolve('dist/examples/reference/main.js')}"`, '/dev/null'],
    {
      cwd: folder.path,
      env: { ...BARE_ENVIRONMENT, PORT: `${port}`, BASE_URL: `http://localhost:${port}`, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const { output, ended, signal } = runOf(child)
  stoppedAtEnd({
    stop() {
      signal('SIGTERM')
      return ended
    },
  })
  const headers = { host: `localhost:${port}` }
  await until(async () => (await send(port, '/health/ready', { headers })).status === 200)
  const hostile = encodeURIComponent(`${ESCAPE}${OWN_LINE}`)
  await send(port, `/authorize?client_id=${hostile}`, { headers })
  await send(port, `/authorize?${hostile}=1&client_id=${hostile}`, { headers })
  await send(port, '/token', { headers, body: { grant_type: `${ESCAPE}${OWN_LINE}` } })
  await send(port, `/errors/${hostile}`, { headers })
  // A parameter that is there twice is logged by its name.
  const named = `${ESCAPE}${OWN_LINE}`
  const twice = [
    [named, '1'],
    [named, '2'],
  ] as const
  await send(port, '/token', { headers, body: twice })
  await send(port, '/token', { headers, body: { grant_type: 'the last one' } })
  await until(async () => (output().match(/route=token/g)?.length ?? 0) >= 3)
  expect(output()).toContain('pwned')
  expect(output()).not.toContain('\u001b]0;')
  expect(output()).not.toContain('\u001b[2J')
  expect(
    output()
      .split(/[\r\n]+/)
      .filter((line) => line.startsWith('12:00:00')),
  ).toEqual([])
})
