/**
 * "Forgot your password?" does not reveal which accounts exist: not by words, not by bytes, not by work (D-A2, D-A6).
 * Its time is measured in test/timing/flows-enumeration.test.ts.
 */
import { failingCalls } from '../support/failing-calls.ts'
import { runningIdp } from '../support/idp.ts'
import { recoveryDesk } from '../support/recovery-desk.ts'

/** Emails are handed over later than any of this. */
const mailer = (): Promise<never> => new Promise(() => {})

it('the answer is the same, to the byte', async () => {
  const idp = await runningIdp({ mailer })
  const desk = await recoveryDesk(idp)
  const seen = async (username: string): Promise<object> => {
    const { status, headers, setCookies, text } = await desk.ask(username)
    const { date: _date, 'x-request-id': _id, ...rest } = headers
    return { status, headers: rest, setCookies, text }
  }
  const expected = await seen('no such user')
  expect(expected).toMatchObject({ status: 303, headers: { location: '/recovery/?sent=1' } })
  const known = await desk.nameOf('known')
  const others = [await desk.nameOf('suspended'), await desk.nameOf('unverified'), '__proto__']
  for (const name of [known, `${known}@example.com`, ...others]) expect(await seen(name)).toEqual(expected)
})

it('the store is asked and written the same before the answer', async () => {
  const { storage, heal, calls } = failingCalls()
  const idp = await runningIdp({ storage, mailer })
  const desk = await recoveryDesk(idp)
  const workFor = async (username: string): Promise<readonly string[]> => {
    heal()
    await desk.ask(username)
    return calls().toSorted()
  }
  const expected = await workFor(await desk.nameOf('known'))
  expect(expected.filter((call) => call === 'deliveries.put')).toHaveLength(1)
  const others = []
  for (const kind of ['unknown', 'suspended', 'unverified'] as const)
    others.push(await workFor(await desk.nameOf(kind)))
  expect(others).toEqual([expected, expected, expected])
})
