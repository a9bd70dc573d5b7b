/** A wrong password takes the same time whoever made the hash, and whether there is one (D-A2). */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { EmbeddedDirectory } from '../../lib/index.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { dominance, straysWith } from '../support/dominance.ts'
import { ALICE, TRUSTED } from '../support/fixtures.ts'
import { putForeign } from '../support/foreign-accounts.ts'
import { bcryptHash, keycloakPbkdf2 } from '../support/foreign-hashes.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { inLongForm } from '../support/long-form.ts'
import { relyingParty } from '../support/relying-party.ts'

const ROUNDS = inLongForm(125, 40)
const UNLIMITED = {
  login: {
    throttle: { accountAndAddress: { limit: 1_000_000 }, address: { limit: 1_000_000 }, account: { limit: 1_000_000 } },
  },
}

/** Own hashes take 25 ms, those of bcrypt 4, those of PBKDF2 40: the differences are large. */
const HASHES = { bcrypt: bcryptHash('x', 'b', 6), keycloak: keycloakPbkdf2('x', 'pbkdf2-sha512', 50_000) }
const KINDS = { own: ALICE.username, bcrypt: 'bcrypt', keycloak: 'keycloak', unknown: 'nobody' } as const
type Kind = keyof typeof KINDS

async function world(told: boolean): Promise<Idp> {
  const storage = embeddedStorage({})
  const idp = await startIdp({ options: { ...UNLIMITED, storage } })
  for (const [username, hash] of Object.entries(HASHES))
    await putForeign(storage, idp.portico.accounts as EmbeddedDirectory, username, hash, told)
  return idp
}

/** Interleaved tries; a fixed order would lay the costs of one kind (garbage, say) upon the next. */
async function timesIn(idp: Idp, rounds: number): Promise<Readonly<Record<Kind, number[]>>> {
  const browser = openBrowser(idp)
  const page = (await browser.visit(relyingParty(idp, TRUSTED).request().address)) as Page
  const kinds = Object.keys(KINDS) as Kind[]
  const times: Record<Kind, number[]> = { own: [], bcrypt: [], keycloak: [], unknown: [] }
  for (let round = -1; round < rounds; round += 1)
    for (const [index] of kinds.entries()) {
      const kind = kinds[(index + round + 1) % kinds.length] as Kind
      const start = performance.now()
      const { answer } = await browser.submit(page, { username: KINDS[kind], password: 'wrong' })
      if (answer.status !== 422) throw new Error(`${answer.status}`)
      if (round >= 0) times[kind].push(performance.now() - start)
    }
  return times
}

it('is the same for hashes of the service and of other systems, and for unknown names', async () => {
  const idp = await world(true)
  try {
    const { own, ...others } = await timesIn(idp, ROUNDS)
    for (const [kind, times] of Object.entries(others)) {
      const chance = dominance(own, times)
      expect([kind, Math.abs(chance - 0.5) < straysWith(ROUNDS), chance]).toEqual([kind, true, chance])
    }
  } finally {
    await idp.stop()
  }
})

it('the measure sees what it is there to see: in a store that was not told of the forms, an account from elsewhere is known by its time', async () => {
  const idp = await world(false)
  try {
    const { own, keycloak, unknown } = await timesIn(idp, 15)
    for (const others of [own, unknown]) expect(dominance(keycloak, others)).toBeGreaterThan(0.8)
  } finally {
    await idp.stop()
  }
})
