import {
  decideSecretRetirement,
  type SecretRetirement,
  type SecretUse,
} from '../../../lib/domain/management/secret-retirement.ts'

const NOW = 1_763_736_000_000
const WEEK = 7 * 86_400
const replaced: SecretUse = { isFirst: false, isAwaited: false, sealed: 0, usedUntil: NOW, longestLife: WEEK }

it.each<[string, Partial<SecretUse>, SecretRetirement]>([
  ['the one in use never', { isFirst: true, isAwaited: true, sealed: 3 }, { may: 'in-use' }],
  ['not while a node uses it', { isAwaited: true, sealed: 3 }, { may: 'after-nodes' }],
  ['not while something is sealed under it', { sealed: 1, usedUntil: 0 }, { may: 'after-reseal' }],
  ['once the longest life is over', {}, { may: 'at', at: NOW + WEEK * 1000 }],
  ['a moment before', { usedUntil: NOW - WEEK * 1000 + 1 }, { may: 'at', at: NOW + 1 }],
  ['then', { usedUntil: NOW - WEEK * 1000 }, { may: 'now' }],
])('%s', (_when, use, retirement) => expect(decideSecretRetirement({ ...replaced, ...use }, NOW)).toEqual(retirement))
