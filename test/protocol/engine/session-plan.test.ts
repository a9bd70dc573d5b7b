/** The planned writes for each state of a request. */
import type { EngineRun, LoadedSession } from '../../../lib/protocol/engine/context.ts'
import { planSave, type SavePlan } from '../../../lib/protocol/engine/session-plan.ts'

const NOW = 1_000_000
const PACE_MS = 60_000
const KEY = 'key'
const loaded = (over: Partial<LoadedSession> = {}): LoadedSession => ({
  key: KEY,
  payload: { uid: 'uid', accountId: 'alice', loginTs: 1 },
  base: 'base',
  clients: {},
  subjectGeneration: 3,
  clientGeneration: undefined,
  rolesGeneration: 0,
  startedAt: NOW - 500_000,
  writtenAt: NOW - 10,
  endsAt: 7,
  upstream: undefined,
  ...over,
})
const signedIn = (accountId: string): NonNullable<EngineRun['authenticated']> => ({
  accountId,
  generation: 5,
  clientGeneration: undefined,
  rolesGeneration: 0,
  passwordStamp: 'stamp',
  endsAt: 9,
  upstream: undefined,
})
const BEGUN = { startedAt: NOW, isListed: true, writtenAt: undefined }
const KNOWN = { startedAt: NOW - 500_000, subjectGeneration: 3, endsAt: 7 }

it.each<[string, Pick<EngineRun, 'session' | 'leaving' | 'authenticated'>, Partial<SavePlan>]>([
  [
    'nothing is known: it begins, and the version is read',
    {},
    { ...BEGUN, subjectGeneration: undefined, leaving: undefined },
  ],
  [
    'a sign-in: it begins under its version and ends with it',
    { authenticated: signedIn('alice') },
    { ...BEGUN, subjectGeneration: 5, endsAt: 9 },
  ],
  [
    'the sign-in of another user is ignored',
    { authenticated: signedIn('bob') },
    { ...BEGUN, subjectGeneration: undefined, authenticated: undefined },
  ],
  [
    'the same cookie, just written: it may stay',
    { session: loaded() },
    { ...KNOWN, isListed: false, writtenAt: NOW - 10, leaving: undefined },
  ],
  [
    'the same cookie, written long ago: it is written again',
    { session: loaded({ writtenAt: NOW - PACE_MS }) },
    { ...KNOWN, isListed: false, writtenAt: undefined },
  ],
  [
    'the same cookie that was to be left stays',
    { session: loaded(), leaving: KEY },
    { ...KNOWN, isListed: false, leaving: undefined },
  ],
  [
    'another cookie for the same user: the record moves',
    { session: loaded({ key: 'old' }), leaving: 'old' },
    { ...KNOWN, isListed: true, writtenAt: undefined, leaving: { key: 'old', by: 'move' } },
  ],
  [
    'a fresh sign-in of the same user: the record moves, and ends with the sign-in',
    { session: loaded({ key: 'old' }), leaving: 'old', authenticated: signedIn('alice') },
    { ...KNOWN, endsAt: 9, leaving: { key: 'old', by: 'move' } },
  ],
  [
    'another user: the record of the one before goes',
    {
      session: loaded({ key: 'old', payload: { uid: 'u', accountId: 'bob', loginTs: 1 } }),
      leaving: 'old',
      authenticated: signedIn('alice'),
    },
    { ...BEGUN, known: undefined, subjectGeneration: 5, leaving: { key: 'old', by: 'remove' } },
  ],
  [
    'another cookie, without a replaced one: it begins',
    { session: loaded({ key: 'old' }) },
    { ...BEGUN, known: undefined, leaving: undefined },
  ],
])('%s', (_, facts, expected) =>
  expect(planSave(facts, { key: KEY, accountId: 'alice' }, NOW, PACE_MS)).toMatchObject(expected),
)
