/** The state before the story begins: keys, apps, users and their ways to sign in. */
import type { Account } from '../../lib/domain/accounts/account-record.ts'
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import { APPS } from './apps.ts'
import { type Chance, chanceOf } from './chance.ts'
import { authenticatorSecretOf, PASSWORD, PEOPLE, type Person, personNamed } from './people.ts'
import { DAY_MS, DAYS } from './plan.ts'
import type { Past } from './service.ts'

export const ADMINISTRATOR = personNamed('Mira', 'Lindqvist')
export const SECOND_ADMINISTRATOR = personNamed('Tomás', 'Ferreira')
/** So long ago the service was set up; the apps before it came from the one that it replaced. */
const KEYS_DAYS = 60

/** @param now the end of the story, milliseconds since the epoch */
export async function setUp(past: Past, now: number): Promise<void> {
  await registerApps(past, now)
  past.setClock(now - KEYS_DAYS * DAY_MS)
  await past.service.node.seeding.seed()
  await createUsers(past, now)
}

async function registerApps({ service, setClock }: Past, now: number): Promise<void> {
  const before = APPS.filter(({ createdDaysAgo }) => createdDaysAgo >= DAYS)
  for (const { draft, createdDaysAgo } of before.toSorted((a, b) => b.createdDaysAgo - a.createdDaysAgo)) {
    setClock(now - createdDaysAgo * DAY_MS)
    const { outcome } = await service.domain.clients.create(draft, ADMINISTRATOR.sub)
    if (outcome !== 'done') throw new Error(`${draft.clientId} could not be registered: ${outcome}`)
  }
  for (const { draft, rotatedDaysAgo = 0 } of before) {
    if (rotatedDaysAgo < DAYS) continue
    setClock(now - rotatedDaysAgo * DAY_MS)
    await service.domain.clients.rotateSecret(draft.clientId, ADMINISTRATOR.sub)
  }
}

async function createUsers(past: Past, now: number): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  await Promise.all(PEOPLE.map((person) => directoryOf(past).create(accountOf(person, passwordHash, now))))
  const chance = chanceOf('second steps')
  for (const person of PEOPLE) {
    if (person.secondStep === 'none') continue
    past.setClock(now - chance.between(DAYS + 1, 39) * DAY_MS)
    await addSecondStep(past, person, chance)
  }
}

function accountOf(person: Person, passwordHash: string, now: number): Account {
  const createdAt = now - person.createdDaysAgo * DAY_MS
  return {
    sub: person.sub,
    username: person.username,
    passwordHash,
    ...(person.password === 'own' ? { passwordSetAt: createdAt + DAY_MS } : { mustChangePassword: true }),
    status: 'active',
    source: 'administrator',
    person: {
      name: `${person.given} ${person.family}`,
      given_name: person.given,
      family_name: person.family,
      email: emailOf(person),
      email_verified: person.password === 'own',
      roles: person.roles,
    },
    createdAt,
    changedAt: createdAt,
  }
}

async function addSecondStep(past: Past, person: Person, chance: Chance): Promise<void> {
  const { sub, secondStep } = person
  const { passkeys, totp, recoveryCodes } = directoryOf(past)
  if (secondStep !== 'authenticator')
    await passkeys?.add(sub, {
      id: chance.text(32),
      publicKey: chance.text(104),
      counter: 0,
      transports: ['internal'],
      name: chance.one(['iCloud Keychain', 'Windows Hello', 'YubiKey 5', 'Google Password Manager']),
      device: chance.one(['synced', 'single']),
      createdAt: past.now(),
    })
  if (secondStep !== 'passkey') await totp?.put(sub, authenticatorSecretOf(person), Math.floor(past.now() / 30_000))
  await recoveryCodes?.renew(sub)
}

export const emailOf = ({ username }: Pick<Person, 'username'>): string => `${username}@acme.example`

export function directoryOf({ service }: Past): NonNullable<Past['service']['accounts']['embedded']> {
  const { embedded } = service.accounts
  if (embedded === undefined) throw new Error('the service has no directory of its own')
  return embedded
}
