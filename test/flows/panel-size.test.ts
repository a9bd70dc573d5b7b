/**
 * The panel of a service with a past, on Redis: no page reads more of the store as it grows. The processor time of a
 * page is measured in test/timing/flows-panel-size.test.ts.
 */
import { EventEmitter } from 'node:events'
import { ServerResponse } from 'node:http'
import { readsOf } from '../support/counted-storage.ts'
import { SIZE, startLargePanel } from '../support/large-panel.ts'
import { IS_BOUND_IN_CALLS, PANEL_BOUNDS, panelPages } from '../support/panel-pages.ts'
import { textIn } from '../support/panel-visitor.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'

const redis = await startRedis()
const { idp, admin, reads } = await startLargePanel(patientRedis(redis.url))

it('the overview counts every client, page by page, and shows its time', async () => {
  const text = textIn((await admin.open('/')).answer.text)
  expect(text).toMatch(/All clients and users were counted (now|\d+ \w+ ago)/)
})

it.each(panelPages(Date.now()))(
  '%s reads a bounded part of the store, and asks no more often than its rows need',
  async (path) => {
    const { calls, records } = await readsOf(reads, async () =>
      expect((await admin.browser.go(`/admin${path}`)).status).toBeLessThan(400),
    )
    expect(records).toBeLessThanOrEqual(PANEL_BOUNDS.records)
    if (IS_BOUND_IN_CALLS.test(path)) expect(calls).toBeLessThanOrEqual(PANEL_BOUNDS.calls)
  },
)

it('the export of the whole trail adds no listener for each of its pieces', async () => {
  const { once } = ServerResponse.prototype
  let most = 0
  ServerResponse.prototype.once = function (...given: Parameters<typeof once>) {
    once.apply(this, given)
    most = Math.max(most, this.listenerCount('close'))
    return this
  }
  const answer = await admin.browser.go('/admin/activity/export?kind=all&period=all')
  ServerResponse.prototype.once = once
  expect(answer.text.split('\n').length).toBeGreaterThan(SIZE.entries)
  // Node warns of more.
  expect(most).toBeLessThanOrEqual(EventEmitter.defaultMaxListeners)
})

describe('activity that lies far back', () => {
  const rowsOn = (text: string): number => [...text.matchAll(/<th scope="row"/g)].length
  const dayOf = (daysAgo: number): string => new Date(idp.clock.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

  it('is found by its day, immediately and whole', async () => {
    const day = dayOf(60)
    const page = await admin.open(`/activity?since=${day}&until=${day}`)
    expect(rowsOn(page.answer.text)).toBe(50)
    const days = [...page.answer.text.matchAll(/datetime="(\d{4}-\d\d-\d\d)T/g)].map(([, found]) => found)
    expect(new Set(days)).toEqual(new Set([day]))
    const { records } = await readsOf(reads, () => admin.open(`/activity?since=${day}&until=${day}`))
    expect(records).toBeLessThan(1_000)
  })

  it('of a client is found by continuing, and the page reports that it has not searched everything', async () => {
    // Acts stand among fifty thousand sign-ins: one in a thousand, of ten clients.
    let path: string | undefined = '/activity?group=client&client=app-09999'
    const found: number[] = []
    for (let pages = 0; path !== undefined && pages < 12; pages += 1) {
      const { answer } = await admin.open(path)
      found.push(rowsOn(answer.text))
      if (found.at(-1) === 0 && answer.text.includes('Search older'))
        expect(textIn(answer.text)).toContain('No match in the entries searched so far')
      path = /href="\/admin(\/activity\?[^"]*before=[\d.]+)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(path).toBeUndefined()
    expect(found.reduce((sum, rows) => sum + rows, 0)).toBe(5)
  })

  it('is distinguished from activity that does not exist', async () => {
    const page = await admin.open(`/activity?since=${dayOf(200)}&until=${dayOf(199)}`)
    expect(textIn(page.answer.text)).toContain('Nothing matches these filters')
  })
})

it('an operation on a client with more users than are counted shows “at least”', async () => {
  const text = textIn((await admin.open('/clients/app-00000/disable')).answer.text)
  expect(text).toContain('At least 500 users are signed in')
})
