/** Bounds of the requests for access to an app. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import type { Client } from '../../../lib/domain/clients/client-record.ts'
import { accessRequests } from '../../../lib/domain/management/access-requests.ts'

const DAY = 86_400_000
const app = {
  clientId: 'app',
  clientName: 'App',
  ownerEmail: 'owner@example.com',
  access: { roles: ['books'] },
} as const

function started() {
  let now = Date.UTC(2030, 0, 1)
  const emails: unknown[] = []
  const requests = accessRequests({
    storage: embeddedStorage({ now: () => now }),
    outbox: { queue: async (draft) => String(emails.push(draft)) },
    audit: { record: async () => {} },
    now: () => now,
  })
  const ask = (sub: string, of: Partial<Client> = {}) =>
    requests.ask({ ...app, ...of } as unknown as Client, { sub }, 'why', { name: sub })
  return { requests, emails, ask, wait: (ms: number) => (now += ms) }
}

it('a user has one request, and it is dropped after 30 days', async () => {
  const { requests, ask, wait } = started()
  await ask('ida')
  await ask('leo')
  await ask('ida')
  expect((await requests.list('app')).map(({ sub }) => sub)).toEqual(['leo', 'ida'])
  wait(30 * DAY)
  expect(await requests.list('app')).toEqual([])
})

it('at most 50 wait for one app', async () => {
  const { requests, emails, ask } = started()
  for (let user = 1; user <= 50; user += 1) expect(await ask(`user-${user}`)).toBe('asked')
  expect(await ask('one-more')).toBe('too-many')
  expect(await ask('user-1')).toBe('asked')
  expect([(await requests.list('app')).length, emails.length]).toEqual([50, 51])
  expect(await ask('one-more', { clientId: 'other' })).toBe('asked')
})

it('the owner of an app gets at most 100 emails in a day', async () => {
  const { emails, ask, wait } = started()
  for (let count = 0; count < 100; count += 1) expect(await ask(`user-${count % 40}`)).toBe('asked')
  expect(await ask('user-41')).toBe('too-many')
  expect(emails).toHaveLength(100)
  wait(DAY)
  expect(await ask('user-41')).toBe('asked')
})

it('no user can ask for an app that no role opens', () => {
  const { requests } = started()
  const mayAsk = (access: Client['access'], ownerEmail: string = app.ownerEmail) =>
    requests.mayAsk({ ...app, ownerEmail, access } as unknown as Client)
  expect(mayAsk(app.access)).toBe(true)
  expect(mayAsk(app.access, '')).toBe(false)
  expect(mayAsk(undefined)).toBe(false)
  expect(mayAsk({ roles: ['books'], until: { books: '2020-01-31' } })).toBe(false)
})
