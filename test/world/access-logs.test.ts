/** `portico rehearse` over every row of `access-logs.json`: one input, and what the command must report about it. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { portico } from '../cli/portico.ts'
import { newFolder } from '../support/new-folder.ts'

interface Row {
  readonly name: string
  /** `{query}` becomes a valid query of the app `billing`, and `{x*900}` becomes 900 characters. */
  readonly lines?: readonly string[]
  /** Base64, where the lines are not UTF-8. */
  readonly bytes?: string
  readonly encoding?: 'utf16le' | 'utf16be'
  /** Bytes of each line that remain. */
  readonly cutAt?: number
  /** Counts that are not named are 0. The key of requests without a client is ''. */
  readonly expected: Readonly<Record<string, number>> & {
    readonly code: number
    readonly apps?: Readonly<Record<string, object>>
  }
}

const QUERY =
  'client_id=billing&redirect_uri=https%3A%2F%2Fbilling.example%2Fcb&response_type=code&scope=openid%20email&state=s' +
  '&nonce=n&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256'
const ROWS = JSON.parse(readFileSync('test/world/access-logs.json', 'utf8')) as readonly Row[]
const folder = newFolder()

function bytesOf({ lines = [], bytes = '', encoding, cutAt }: Row): Buffer {
  if (lines.length === 0) return Buffer.from(bytes, 'base64')
  const text = lines
    .map((line) => line.replaceAll('{query}', QUERY))
    .map((line) => line.replaceAll(/\{x\*(\d+)\}/g, (_, times) => 'x'.repeat(Number(times))).slice(0, cutAt))
    .join('\n')
  if (encoding === undefined) return Buffer.from(`${text}\n`)
  return encoding === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')
}

it.each(ROWS)('$name', async (row) => {
  const path = join(folder, 'access.log')
  await writeFile(path, bytesOf(row))
  const { code, out } = await portico(['rehearse', path, '--json'], {})
  const { code: expectedCode, apps: expectedApps = {}, ...counts } = row.expected
  if (expectedCode === 2) return expect([code, out]).toEqual([2, ''])
  const { requests, apps } = JSON.parse(out)
  const { unread: notRequests, read: _, overlooked: __, ...seen } = requests
  const byId = Object.fromEntries(
    apps.map((app: Record<string, any>) => [
      app['client_id'] ?? '',
      {
        passing: app['passing'],
        cut: app['cut'],
        unreadable: app['unreadable'],
        refs: [...new Set(app['refused_by'].map((cause: { error_ref: string }) => cause.error_ref))],
      },
    ]),
  )
  const whole = Object.entries(expectedApps).map(([id, app]) => [
    id,
    { passing: 0, cut: 0, unreadable: 0, refs: [], ...app },
  ])
  expect({ code, ...seen, notRequests, apps: byId }).toEqual({
    code: expectedCode,
    authorization: 0,
    token: 0,
    tokenWithoutBody: 0,
    cut: 0,
    unreadable: 0,
    notUtf8: 0,
    notRequests: 0,
    ...counts,
    apps: Object.fromEntries(whole),
  })
})
