/** A page of the portal costs as many calls to the store with ten thousand clients as with a hundred. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { writeClient } from '../../lib/domain/clients/client-record.ts'
import { countedStorage, type Reads, readsOf } from '../support/counted-storage.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { clientAt } from '../support/large-store.ts'
import { textIn } from '../support/panel-visitor.ts'
import { words } from '../support/words.ts'
import { nextOf, PORTAL, pagesFrom, type Visitor, visitor } from './portal-visitor.ts'

const PAGES = words`
  / /?q=app%207 /?after=app-00050 /profile /security /security/activity /devices /devices/sign-out?which=all /apps
  /apps/remove?client_id=app-00001
`
const NOW = Date.now()
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
  // Background work is no part of a page's cost: its turn is taken.
  await storage.records.claim('overview', 'turn', '', 3_600_000)
  const idp = await runningIdp({ storage })
  for (let index = 0; index < clients; index += 1) {
    const client = clientAt(index, NOW)
    const consent = index % 3 === 0 ? 'trusted' : 'once'
    const record = writeClient({ ...client, clientName: `App ${index}`, status: 'active', consent })
    await storage.clients.create({ id: client.clientId, record, redirectUris: client.redirectUris })
  }
  const portal = visitor(idp, ALICE)
  await portal.open('/')
  return { idp, portal, reads }
}

const small = await serviceWith(100)
const large = await serviceWith(10_000)

const priceOf = ({ portal, reads }: Service, path: string): Promise<Reads> =>
  readsOf(reads, async () => expect((await portal.browser.go(PORTAL + path)).status).toBeLessThan(400))

it.each(PAGES)('%s asks the store as often, and reads a bounded part of it', async (path) => {
  const [few, many] = [await priceOf(small, path), await priceOf(large, path)]
  expect(many.calls).toBeLessThanOrEqual(Math.min(few.calls + 2, CALLS_MAX))
  expect(many.records).toBeLessThanOrEqual(RECORDS_MAX)
})

it('a registry that is too large for one page is searched, and continues where the page ended', async () => {
  const launched = (text: string): number => text.match(/class="sso-launcher-app"/g)?.length ?? 0
  const first = await large.portal.open('/')
  expect(launched(first.answer.text)).toBe(36)
  const next = nextOf(first) ?? ''
  expect(next).toBe('/?from=36')
  expect(launched((await large.portal.open(next)).answer.text)).toBe(36)
  expect((await large.portal.open('/?q=App%20118')).answer.text).toContain('https://app-00118.example')
})

it.each(['/?q=App%209996', '/apps?q=App%209996'])('%s is found beyond what one page reads', async (path) => {
  const texts = (await pagesFrom(large.portal, path)).map(({ answer }) => textIn(answer.text))
  expect(texts).toHaveLength(6)
  for (const text of texts.slice(0, 4)) expect(text).toContain('Not everything has been searched yet')
  expect(texts[4]).toContain('AApp 9996')
})
