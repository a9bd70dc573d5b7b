/** `portico explain` as an operator runs it: untrusted text is shown, and does nothing to the terminal. */
import { explanations } from '../../lib/domain/audit/explanations.ts'
import { ENGLISH_ADVICE } from '../../lib/web/ui/texts/issues.ts'
import { REFERENCES } from '../../policies/errors.ts'
import { newFolder } from '../support/new-folder.ts'
import { until } from '../support/until.ts'
import { type Printed, porticoProcess } from './portico.ts'
import { usedBy, variablesOf, withStore } from './used-store.ts'

type Explanation = Parameters<ReturnType<typeof explanations>['keep']>[0]

const ID = 'request-of-a-stranger'
const OURS = 'k7m2-9qxd-4htn'
const SHOWN = 'https://app.example.com/'
const SENT = 'https://app.example.com/\u001b]0;owned\u0007\u009b2J\u202e\ntoken: all is well'

const LIKE_OURS = ['m2m2-0000-0001', 'm2m2-0000-0002']

const explain = (folder: string, id = ID, ...more: readonly string[]): Promise<Printed> =>
  porticoProcess(['explain', id, ...more], variablesOf(folder))

/** Keeps these explanations in the store of the folder. */
const keep = (folder: string, audience: 'anonymous' | 'known', records: readonly Explanation[]): Promise<void> =>
  withStore(folder, async (storage) => {
    await usedBy(storage)
    const kept = explanations(storage, Date.now, () => {})
    for (const record of records) kept.keep(record, audience)
    for (const { requestId } of records) await until(async () => (await kept.find(requestId)) !== undefined)
  })

it('shows what was sent without its control characters, in one line', async () => {
  const folder = newFolder()
  const refused = (requestId: string): Explanation => ({
    requestId,
    at: Date.now(),
    route: 'authorize',
    status: 400,
    client: 'app',
    address: '192.0.2.1',
    error: 'invalid_request',
    ref: 'redirect_uri_mismatch',
    steps: [{ step: 'authorize', found: 'refused \u001b[2J' }],
    facts: { redirect_uri_sent: SENT, redirect_uri_registered: 'https://app.example.com/' },
  })
  await keep(folder, 'anonymous', [ID, OURS, ...LIKE_OURS].map(refused))
  for (const { code, out } of [await explain(folder), await explain(folder, ID, '--json')]) {
    expect(code).toBe(0)
    expect(out).toContain(SHOWN)
    expect(out).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u)
  }
  expect((await explain(folder)).out).not.toMatch(/^token:/m)
  expect(await explain(folder, 'K7M2 9QXD4HTN')).toMatchObject({ code: 0, out: expect.stringContaining(SHOWN) })
  expect(await explain(folder, 'K7M2 9Q')).toMatchObject({ code: 0, out: expect.stringContaining(SHOWN) })
  expect(await explain(folder, 'K7M2 9')).toMatchObject({ code: 1, out: '' })
  const several = await explain(folder, 'm2m2 0000')
  expect([several.code, several.out, ...LIKE_OURS.map((id) => several.err.includes(id))]).toEqual([1, '', true, true])
  expect(await explain(folder, 'k7m2-9qxd-4htx')).toMatchObject({ code: 1, out: '' })
})

it('reports that more IDs begin so than it lists, and that a record was too large to store', async () => {
  const folder = newFolder()
  const refused = (requestId: string, facts: Explanation['facts']): Explanation => ({
    ...{ requestId, facts, at: Date.now(), route: 'authorize', status: 400, address: '192.0.2.1' },
    steps: [],
  })
  const ids = Array.from({ length: 10 }, (_, index) => `m2m2-0000-000${index}`)
  await keep(folder, 'known', [...ids.map((id) => refused(id, {})), refused(OURS, { state: 'x'.repeat(3_000) })])
  expect((await explain(folder, 'm2m2 0000')).err).toMatch(/(m2m2-0000-000\d[^\n]*\n\s*){8}and others/)
  expect((await explain(folder, OURS)).out).toContain('too large to store')
})

it('explains in sentences what was logged about a refusal, also where no step of the decision was recorded', async () => {
  const folder = newFolder()
  const at = Date.UTC(2026, 0, 1)
  const shared = { at, route: 'token', status: 400, address: '192.0.2.1', facts: {} }
  const authenticated = { step: 'client authentication', found: 'basic as conf' }
  const records = [
    {
      ...shared,
      requestId: 'lacks-its-code',
      client: 'conf',
      error: 'invalid_request',
      ref: 'parameter_missing',
      detail: 'code is missing; redirect_uri is missing',
      steps: [authenticated],
    },
    {
      ...shared,
      requestId: 'was-redeemed-before',
      client: 'conf',
      error: 'invalid_grant',
      ref: 'code_used',
      steps: [authenticated, { step: 'code', found: REFERENCES.code_used.description }],
    },
    { ...shared, requestId: 'without-a-detail', error: 'invalid_grant', ref: 'code_expired', steps: [] },
    {
      ...shared,
      requestId: 'wrong-password',
      route: 'interaction',
      status: 422,
      user: 'alice',
      steps: [{ step: 'sign-in', found: 'throttled' }],
      facts: { reason: 'password', tries: 7, wait_until: at + 60_000 },
    },
  ]
  await keep(folder, 'known', records)
  const said = async (id: string): Promise<string> => (await explain(folder, id)).out
  expect(await said('lacks-its-code')).toContain(
    [
      '2026-01-01T00:00:00.000Z  token  400  invalid_request (parameter_missing)',
      'client  conf',
      'from    192.0.2.1',
      '',
      '  Client authentication: basic as conf.',
      '  Refused: code is missing; redirect_uri is missing.',
      '',
      ENGLISH_ADVICE.parameter_missing,
    ].join('\n'),
  )
  expect(await said('was-redeemed-before')).toContain(`  Code: ${REFERENCES.code_used.description}.\n\n`)
  expect(await said('was-redeemed-before')).not.toContain('Refused')
  expect(await said('without-a-detail')).toContain(`  Refused: ${REFERENCES.code_expired.description}.\n`)
  expect(await said('wrong-password')).toContain(
    'user        alice\nfrom        192.0.2.1\nreason      password\ntries       7\nwait_until  2026-01-01T00:01:00.000Z\n',
  )
})
