/** How an app is doing, from what was counted of it: shares, the most frequent error, and since when it is broken. */
import { clientHealth, funnelOf } from '../../../lib/domain/metrics/client-health.ts'
import { type ClientUse, type DayUse, daysOf, together, weekOf } from '../../../lib/domain/metrics/client-use-record.ts'

/** A Sunday. */
const NOW = Date.parse('2026-11-22T12:00:00Z')
const dayAgo = (days: number): string => new Date(NOW - days * 86_400_000).toISOString().slice(0, 10)

/** Days by how long ago they were. */
const useOf = (days: Readonly<Record<number, Partial<DayUse>>>): ClientUse => ({
  days: Object.fromEntries(
    Object.entries(days).map(([ago, day]) => [dayAgo(Number(ago)), { signIns: 0, refreshes: 0, ...day }]),
  ),
})
const broken = (count: number): Partial<DayUse> => ({
  reached: { requested: count },
  refused: { redirect_uri_mismatch: count },
})
const fine = (count: number): Partial<DayUse> => ({ signIns: count, reached: { requested: count } })

describe('the health of a client', () => {
  it('is unknown without any attempt', () =>
    expect(clientHealth(useOf({ 20: fine(3) }), NOW)).toEqual({
      started: 0,
      completed: 0,
      success: undefined,
      error: undefined,
      failing: undefined,
    }))

  it('is the share of sign-ins of seven days that ended with tokens', () => {
    const use = useOf({ 7: fine(100), 6: fine(8), 1: { signIns: 0, reached: { requested: 2 } } })
    expect(clientHealth(use, NOW)).toMatchObject({ started: 10, completed: 8, success: 0.8, failing: undefined })
  })

  it.each<[string, Readonly<Record<number, Partial<DayUse>>>, unknown]>([
    ['five refusals of one cause, and no user let in', { 0: broken(5) }, { count: 5, since: dayAgo(0) }],
    ['fewer are no reason', { 0: broken(4) }, undefined],
    ['as many beside as many sign-ins that come through', { 0: { ...broken(10), signIns: 5 } }, undefined],
    [
      'two causes of which neither is frequent',
      { 0: { reached: { requested: 8 }, refused: { state_missing: 4, nonce_missing: 4 } } },
      undefined,
    ],
    [
      'for days: counted since the first, past a day without any attempt',
      { 6: fine(20), 4: broken(3), 3: broken(6), 1: broken(4), 0: broken(5) },
      { count: 18, since: dayAgo(4) },
    ],
    ['over, when it is two days ago', { 2: broken(50), 0: fine(1) }, undefined],
  ])('is failing or not: %s', (_title, days, expected) => {
    const { failing } = clientHealth(useOf(days), NOW)
    expect(failing).toEqual(
      expected === undefined ? undefined : { ref: 'redirect_uri_mismatch', ...(expected as object) },
    )
  })

  it('names the most frequent error of seven days', () => {
    const use = useOf({ 3: broken(2), 2: { refused: { pkce_required: 3 } }, 9: broken(50) })
    expect(clientHealth(use, NOW).error).toEqual({ ref: 'pkce_required', count: 3 })
  })
})

it('the stages of a sign-in add up over the days, and over two nodes', () => {
  const one = useOf({ 0: { signIns: 2, refreshes: 1, reached: { requested: 3, page: 2, code: 2 } } })
  const other = useOf({ 0: fine(1), 6: { signIns: 1, refreshes: 0, reached: { consent: 1 } }, 7: fine(9) })
  expect(funnelOf(together(one, other), NOW)).toEqual({
    requested: 4,
    page: 2,
    'second-step': 0,
    consent: 1,
    code: 2,
    tokens: 4,
  })
})

it('hours add up by weekday, whichever node has seen the later ones', () => {
  const use = together(
    useOf({ 0: { hours: [0, 2] }, 6: { hours: [1] } }),
    useOf({ 0: { hours: [0, 1, 4] }, 7: { hours: [0, 0, 1] } }),
  )
  const week = weekOf(daysOf(use, NOW))
  expect([week[6]?.slice(0, 4), week[0]?.slice(0, 2)]).toEqual([
    [0, 3, 5, 0],
    [1, 0],
  ])
  expect(week.map((hours) => hours.length)).toEqual(Array.from({ length: 7 }, () => 24))
})
