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

const UNLISTED = { ...KNOWN, isListed: false, writtenAt: undefined }
const OTHER = { session: loaded({ key: 'old' }), replacedSessionKey: 'old' }
const ALICE = { authenticated: signedIn('alice') }
const UNREAD = { ...BEGUN, subjectGeneration: undefined }

it.each<[string, Pick<EngineRun, 'session' | 'replacedSessionKey' | 'authenticated'>, Partial<SavePlan>]>([
  ['nothing known: it begins, the version is read', {}, { ...UNREAD, replacedSession: undefined }],
  ['a sign-in: it begins under its version and ends with it', ALICE, { ...BEGUN, subjectGeneration: 5, endsAt: 9 }],
  ['the sign-in of another user', { authenticated: signedIn('bob') }, { ...UNREAD, authenticated: undefined }],
  [
    'its cookie, just written: it may stay',
    { session: loaded() },
    { ...UNLISTED, writtenAt: NOW - 10, replacedSession: undefined },
  ],
  ['its cookie, written long ago: it is written again', { session: loaded({ writtenAt: NOW - PACE_MS }) }, UNLISTED],
  [
    'its cookie, which was to be left: it stays',
    { session: loaded(), replacedSessionKey: KEY },
    { ...KNOWN, isListed: false, replacedSession: undefined },
  ],
  [
    'another cookie for the same user: the record moves',
    OTHER,
    { ...KNOWN, isListed: true, writtenAt: undefined, replacedSession: { key: 'old', by: 'move' } },
  ],
  [
    'a fresh sign-in of the same user: the record moves, and ends with the sign-in',
    { ...OTHER, ...ALICE },
    { ...KNOWN, endsAt: 9, replacedSession: { key: 'old', by: 'move' } },
  ],
  [
    'another user: the record of the one before goes',
    { ...OTHER, ...ALICE, session: loaded({ key: 'old', payload: { uid: 'u', accountId: 'bob', loginTs: 1 } }) },
    { ...BEGUN, known: undefined, subjectGeneration: 5, replacedSession: { key: 'old', by: 'remove' } },
  ],
  [
    'another cookie, none replaced: it begins',
    { session: OTHER.session },
    { ...BEGUN, known: undefined, replacedSession: undefined },
  ],
])('%s', (_, facts, expected) =>
  expect(planSave(facts, { key: KEY, accountId: 'alice' }, NOW, PACE_MS)).toMatchObject(expected),
)
