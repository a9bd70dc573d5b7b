/** `npm run attack` as it is typed: our own service holds, and a service with a weakness does not. */
import { createServer, request, type Server } from 'node:http'
import { freePort } from '../support/free-port.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { closed, listening } from '../support/listening.ts'
import { attack, endCampaigns } from './command.ts'

afterEach(endCampaigns)

it('every attack on a fresh deployment holds', async () => {
  const { code, out } = await attack('--quick')
  expect(out.split('\n').filter((line) => /^not /.test(line))).toEqual([])
  expect([code, /^(\d+) of \1 held$/m.test(out)]).toEqual([0, true])
})

it('without a service it reports that it could not run', async () => {
  const { code, out } = await attack('--url', `http://localhost:${await freePort()}`)
  expect([code, out]).toEqual([2, expect.stringContaining('could not be run')])
})

describe('a service with a planted weakness', () => {
  type Edit = (answer: { status: number; readonly headers: Record<string, string | string[] | undefined> }) => void
  let edit: Edit = () => {}
  let idp: Idp
  let front: Server
  let issuer: string
  beforeAll(async () => {
    front = createServer((req, res) => {
      const { method, url, headers } = req
      const onward = request({ host: '127.0.0.1', port: idp.port, method, path: url, headers }, (incoming) => {
        const answer = { status: incoming.statusCode ?? 502, headers: { ...incoming.headers } }
        edit(answer)
        incoming.pipe(res.writeHead(answer.status, answer.headers))
      })
      onward.on('error', () => res.destroy())
      req.pipe(onward)
    })
    issuer = `http://localhost:${await listening(front)}`
    idp = await startIdp({ issuer })
  })
  afterAll(async () => {
    await closed(front)
    await idp.stop()
  })

  it.each<[string, string, Edit]>([
    ['no policy for its pages', 'headers', ({ headers }) => delete headers['content-security-policy']],
    ['pages that can be framed', 'headers', ({ headers }) => delete headers['x-frame-options']],
    [
      'answers for every origin',
      'origins',
      ({ headers }) => {
        headers['access-control-allow-origin'] = '*'
      },
    ],
    [
      'a 401 that became 200',
      'tokens',
      (answer) => {
        if (answer.status === 401) answer.status = 200
      },
    ],
    [
      'a redirect to where the caller says',
      'redirects',
      (answer) => {
        if (answer.status === 303 || answer.status === 400)
          Object.assign(answer, { status: 303 }).headers['location'] = 'https://evil.example/'
      },
    ],
  ])('%s is found', async (_, only, planted) => {
    edit = () => {}
    expect(await attack('--quick', '--url', issuer, '--only', only)).toMatchObject({ code: 0 })
    edit = planted
    const { code, out } = await attack('--quick', '--url', issuer, '--only', only)
    expect([code, out]).toEqual([1, expect.stringMatching(/^not held /m)])
  })
})
