/** What a page of the portal costs: as many calls to the store with ten thousand clients as with a hundred, and a bounded part of it. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { writeClient } from '../../lib/domain/clients/client-record.ts'
import { countedStorage, type Reads } from '../support/counted-storage.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { HANG_MS } from '../support/patience.ts'
import { PORTAL, type Visitor, visitor } from './portal-visitor.ts'

const PAGES = [
  '/',
  '/?q=app%207',
  '/?after=app-00050',
  '/profile',
  '/security',
  '/security/activity',
  '/devices',
  '/devices/sign-out?which=all',
  '/apps',
  '/apps/remove?client_id=app-00001',
] as const
const CALLS_MAX = 40
/** The registry is read in one call of two thousand clients. */
const RECORDS_MAX = 2_100

interface Service {
  readonly idp: Idp
  readonly portal: Visitor
  readonly reads: Reads
}

/** Every other app is live, and every one in three trusted. */
async function serviceWith(clients: number): Promise<Service> {
  const { storage, reads } = countedStorage(embeddedStorage())
  // What runs in the background is no part of a page's price: its turn is taken.
  await storage.records.claim('overview', 'turn', '', HANG_MS)
  const idp = await startIdp({ options: { storage } })
  for (let index = 0; index < clients; index += 1) {
    const clientId = `app-${String(index).padStart(5, '0')}`
    const redirectUris = [`https://${clientId}.example/callback`]
    const record = writeClient({
      clientId,
      clientName: `App ${index}`,
      ownerEmail: 'owner@example.com',
      type: 'public',
      environment: index % 2 === 0 ? 'live' : 'development',
      redirectUris,
      postLogoutRedirectUris: [],
      scopes: ['openid'],
      consent: index % 3 === 0 ? 'trusted' : 'once',
      status: 'active',
      source: 'administrator',
      epoch: 'e',
      createdAt: 0,
      changedAt: 0,
      changedBy: 'u-admin',
      version: 1,
    })
    await storage.clients.create({ id: clientId, record, redirectUris })
  }
  const portal = visitor(idp, ALICE)
  await portal.open('/')
  return { idp, portal, reads }
}

let small: Service
let large: Service
beforeAll(async () => {
  small = await serviceWith(100)
  large = await serviceWith(10_000)
})
afterAll(async () => {
  await small.idp.stop()
  await large.idp.stop()
})

/** The least of some looks: what the service does in the background meanwhile is no part of the page's price. */
async function priceOf({ portal, reads }: Service, path: string): Promise<Reads> {
  // Whatever is noted after a first look is no part of the next.
  await portal.browser.go(PORTAL + path)
  const prices: Reads[] = []
  for (let looks = 0; looks < 4; looks += 1) {
    Object.assign(reads, { calls: 0, records: 0 })
    const answer = await portal.browser.go(PORTAL + path)
    prices.push({ ...reads })
    expect(answer.status).toBeLessThan(400)
  }
  return prices.toSorted((a, b) => a.calls - b.calls)[0] as Reads
}

it.each(PAGES)('%s asks the store as often, and reads a bounded part of it', async (path) => {
  const [few, many] = [await priceOf(small, path), await priceOf(large, path)]
  expect(many.calls).toBeLessThanOrEqual(Math.min(few.calls + 2, CALLS_MAX))
  expect(many.records).toBeLessThanOrEqual(RECORDS_MAX)
})

it('a registry that is too large to be shown says so, is searched, and goes on where the page ended', async () => {
  const first = await large.portal.open('/')
  expect(first.answer.text.match(/class="sso-launcher-app"/g)).toHaveLength(60)
  expect(first.answer.text).toContain('The first 60 apps are shown.')
  const next = /href="\/portal(\/\?after=[^"]+)"/.exec(first.answer.text)?.[1] ?? ''
  expect((await large.portal.open(next)).answer.text).toContain('App 2')
  expect((await large.portal.open('/?q=App%20118')).answer.text).toContain('https://app-00118.example')
})
