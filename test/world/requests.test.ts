/** HTTP requests as clients, browsers and proxies send them. Add a case by adding a line to requests.json. */
import { readFileSync } from 'node:fs'
import { CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { basic } from '../support/relying-party.ts'

interface Row {
  readonly name: string
  readonly method: string
  readonly path: string
  /** `CONF` in `authorization` stands for the credentials of a confidential client. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly expected: {
    readonly status: number
    readonly error_ref?: string
    readonly headers?: Readonly<Record<string, string | null>>
  }
}

const ROWS: readonly Row[] = JSON.parse(readFileSync('test/world/requests.json', 'utf8'))
const idp = await startIdp()
const CREDENTIALS = basic('conf', CONF.client_secret)

it.each(ROWS)('$name', async ({ method, path, headers = {}, body, expected }) => {
  const { authorization, ...others } = headers
  const spelled = authorization?.includes('CONF  ') ? CREDENTIALS.replace(' ', '   ') : CREDENTIALS
  const credentials = authorization?.startsWith('CONF') ? spelled : authorization
  const answer = await idp.send(path, {
    method,
    headers: { ...others, ...(credentials === undefined ? {} : { authorization: credentials }) },
    ...(body === undefined ? {} : { body }),
  })
  expect(answer.status).toBe(expected.status)
  if (expected.error_ref !== undefined) expect(answer.json()['error_ref']).toBe(expected.error_ref)
  for (const [name, value] of Object.entries(expected.headers ?? {})) expect(answer.headers[name] ?? null).toBe(value)
})
