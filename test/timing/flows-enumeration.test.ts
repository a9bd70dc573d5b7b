/**
 * Neither a refused sign-in nor "Forgot your password?" reveals by its time which accounts exist (D-A2, D-A6; case
 * SES-05). That both do the same work is shown in test/flows: sign-in-enumeration and recovery-enumeration.
 */
import { comparedWith, interleavedTimes, type Times } from '../support/dominance.ts'
import { startEmailIdp } from '../support/emails.ts'
import { ALICE, MALLORY } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { inLongForm } from '../support/long-form.ts'
import { recoveryDesk } from '../support/recovery-desk.ts'
import { attempt, doorOf, UNTHROTTLED } from '../support/sign-in-door.ts'

/** Tries of each kind: the more there are, the smaller the difference that is found. */
const ROUNDS = inLongForm(125, 40)

const expectAlike = (times: Times, known: string): void =>
  expect(comparedWith(times, known).filter(({ isAlike }) => !isAlike)).toEqual([])

it('SES-05: a refused sign-in takes the same time for known, unknown and suspended accounts, by name or address', async () => {
  const suspended = { ...MALLORY, email: 'mallory@example.com', email_verified: true } as const
  const typed = { sub: 'u-typed', username: 'typed', password: 'typed it in all by themselves', email: 't@example.com' }
  const idp = await startIdp({ options: { login: { throttle: UNTHROTTLED }, accounts: [ALICE, suspended, typed] } })
  const kinds: Readonly<Record<string, readonly [string, string]>> = {
    known: [ALICE.username, 'wrong'],
    unknown: ['unknown', 'wrong'],
    suspended: [MALLORY.username, 'wrong'],
    'known by address': [ALICE.email, 'wrong'],
    'suspended, right, by address': [suspended.email, suspended.password],
    'not verified, right': [typed.email, typed.password],
    control: [ALICE.username, ''],
  }
  const door = await doorOf(idp)
  const times = await interleavedTimes(Object.keys(kinds), ROUNDS, (kind) =>
    attempt(door, ...(kinds[kind] as readonly [string, string])),
  )
  await idp.stop()
  const control = comparedWith(times, 'known').find(({ kind }) => kind === 'control')
  // An attempt that computes no hash is visible immediately: the measure detects a difference.
  expect(control?.chance).toBeGreaterThan(0.9)
  expectAlike(new Map([...times].filter(([kind]) => kind !== 'control')), 'known')
})

it('a request for a forgotten password takes the same time, whichever account is meant and whether there is one', async () => {
  const rounds = 125
  const kinds = ['known', 'unknown', 'suspended', 'unverified'] as const
  const idp = await startEmailIdp()
  const desk = await recoveryDesk(idp)
  const names = new Map<string, readonly string[]>()
  for (const kind of kinds)
    names.set(kind, await Promise.all(Array.from({ length: rounds + 1 }, () => desk.nameOf(kind))))
  const times = await interleavedTimes(kinds, rounds, (kind, round) => desk.ask(names.get(kind)?.[round] ?? ''))
  await idp.stop()
  expectAlike(times, 'known')
})
