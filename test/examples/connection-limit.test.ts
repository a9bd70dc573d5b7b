/** The reference deployment limits the connections of one IP address. */
import { connect, type Socket } from 'node:net'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { until } from '../support/until.ts'
import { emptyFolder } from './process.ts'

const MOST = 5

const folder = emptyFolder()

const port = await freePort()

folder.run('examples/reference/main.js', {
  PORT: `${port}`,
  HOST: '127.0.0.1',
  BASE_URL: `http://localhost:${port}`,
  MAX_CONNECTIONS_PER_ADDRESS: `${MOST}`,
  PORTICO_DATA: ':memory:',
})
const headers = { host: `localhost:${port}`, connection: 'close' }
await until(async () => (await send(port, '/health/live', { headers })).status === 200)

const open = (localAddress: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', reject)
    socket.on('connect', () => resolve(socket))
  })
const endOf = (socket: Socket): Promise<'closed'> =>
  new Promise((resolve) => socket.resume().once('close', () => resolve('closed')))

it('one more than its share is closed, and those of other addresses are not', async () => {
  const held = await Promise.all(Array.from({ length: MOST }, () => open('127.5.0.1')))
  expect(await endOf(await open('127.5.0.1'))).toBe('closed')
  const headers = { host: `localhost:${port}` }
  expect((await send(port, '/health/live', { headers, from: '127.5.0.2' })).status).toBe(200)
  expect(held.filter(({ destroyed }) => destroyed)).toEqual([])
  held[0]?.destroy()
  await until(async () => (await send(port, '/health/live', { headers, from: '127.5.0.1' })).status === 200)
  for (const socket of held) socket.destroy()
})
