/** The port closes in a turn in which no connection is left between the kernel and the process. */
import { connect } from 'node:net'
import { listen } from '../../lib/serve/listening.ts'
import { freePort } from '../support/free-port.ts'

const CALLERS = 20
const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
const work = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('who has connected while the process was busy, just before the port closes, is answered', async () => {
  const port = await freePort()
  const listening = await listen((_req, res) => void res.end('here'), { host: '127.0.0.1', port })
  const answers = Array.from({ length: CALLERS }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    return new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (more: Buffer) => {
        text += more
      })
      socket.once('error', (error) => resolve(error.message))
      socket.once('close', () => resolve(text))
    })
  })
  // They begin in the next tick; the kernel answers them while this process does not look.
  await nextTick()
  work(50)
  const closed = listening.close()
  for (const answer of await Promise.all(answers)) expect(answer).toContain('HTTP/1.1 200 OK')
  expect(await closed).toBe('clean')
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})
