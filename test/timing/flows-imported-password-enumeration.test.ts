/** A wrong password takes the same time for every kind of hash, and without any (D-A2). */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { EmbeddedDirectory } from '../../lib/index.ts'
import { comparedWith, dominance, interleavedTimes, type Times } from '../support/dominance.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { putImported } from '../support/imported-accounts.ts'
import { bcryptHash, keycloakPbkdf2 } from '../support/imported-hashes.ts'
import { inLongForm } from '../support/long-form.ts'
import { attempt, doorOf, UNTHROTTLED } from '../support/sign-in-door.ts'

const ROUNDS = inLongForm(125, 40)

/** Own hashes take 25 ms, those of bcrypt 4, those of PBKDF2 40: the differences are large. */
const HASHES = { bcrypt: bcryptHash('x', 'b', 6), keycloak: keycloakPbkdf2('x', 'pbkdf2-sha512', 50_000) }
const NAMES: Readonly<Record<string, string>> = {
  own: ALICE.username,
  bcrypt: 'bcrypt',
  keycloak: 'keycloak',
  unknown: 'unknown',
}

async function world(isFormKnown: boolean): Promise<Idp> {
  const storage = embeddedStorage({})
  const idp = await startIdp({ options: { login: { throttle: UNTHROTTLED }, storage } })
  for (const [username, hash] of Object.entries(HASHES))
    await putImported(storage, idp.portico.accounts as EmbeddedDirectory, username, hash, isFormKnown)
  return idp
}

async function timesIn(idp: Idp, rounds: number): Promise<Times> {
  const door = await doorOf(idp)
  return interleavedTimes(Object.keys(NAMES), rounds, async (kind) => {
    const { status } = await attempt(door, NAMES[kind] ?? '', 'wrong')
    if (status !== 422) throw new Error(`${status}`)
  })
}

it('is the same for hashes of the service and of other systems, and for unknown names', async () => {
  const idp = await world(true)
  try {
    expect(comparedWith(await timesIn(idp, ROUNDS), 'own').filter(({ isAlike }) => !isAlike)).toEqual([])
  } finally {
    await idp.stop()
  }
})

it('the measure detects a difference: in a store without the list of forms, an imported account is revealed by its time', async () => {
  const idp = await world(false)
  try {
    const times = await timesIn(idp, 15)
    for (const others of ['own', 'unknown'])
      expect(dominance(times.get('keycloak') ?? [], times.get(others) ?? [])).toBeGreaterThan(0.8)
  } finally {
    await idp.stop()
  }
})
