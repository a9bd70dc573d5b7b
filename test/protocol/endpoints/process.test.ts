/** The process stays clean, whatever comes: nothing unhandled, nothing printed, a clean end (case HTTP-10). */
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { CONF } from '../../support/fixtures.ts'
import { inParallel, send } from '../../support/http.ts'
import { formHead, sendRaw } from '../../support/raw-socket.ts'
import { basic } from '../../support/relying-party.ts'

const PROGRAM = new URL('./service-process.js', import.meta.url).pathname

it('HTTP-10: after abuse of every kind the process has printed nothing, still answers, and ends with 0', async () => {
  const child = spawn(
    process.execPath,
    ['--unhandled-rejections=strict', '--trace-deprecation', '--pending-deprecation', PROGRAM],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', () => reject(new Error(`the process did not start: ${errors}`)))
  })
  const authorization = basic('conf', CONF.client_secret)
  const headers = { authorization, host: 'localhost' }

  await inParallel(200, 10, (index) =>
    send(
      port,
      ['/token', '/introspect', '/userinfo', '/authorize?client_id=conf', '/jwks', '/nothing'][index % 6] as string,
      { ...(index % 2 === 0 ? { body: { token: 'x' } } : {}), headers },
    ),
  )
  await inParallel(30, 10, () => abandoned(port, authorization))
  await sendRaw(port, [formHead('/token', { 'Content-Length': 100, Authorization: authorization }), 'a=b'], {
    end: true,
  })
  await sendRaw(port, ['nonsense\r\n\r\n'])
  await sendRaw(port, ['GET / HTTP/1.1\r\n\r\n'])
  expect((await send(port, '/health/ready')).status).toBe(200)

  child.kill('SIGTERM')
  expect([await new Promise<number | null>((resolve) => child.once('exit', resolve)), errors]).toEqual([0, ''])
})

/** Sends half of a request and goes. */
function abandoned(port: number, authorization: string): Promise<void> {
  return new Promise((resolve) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/token',
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', 'content-length': 50 },
    })
    outgoing.on('error', () => resolve()).on('close', () => resolve())
    outgoing.write('grant_type=', () => outgoing.destroy())
  })
}
