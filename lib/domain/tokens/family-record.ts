import { SCOPES, type Scope, type StandardScope } from '../../../policies/scopes.ts'
import type { Family } from '../../../policies/token-family.ts'

/**
 * A family as a positional JSON array. There is one per signed-in user and client, and field names would double its
 * size. Standard scopes take one character each; declared scopes follow, each after a space. Extra elements at the end
 * are ignored.
 */
const VERSION = 1
const LETTERS: Readonly<Record<StandardScope, string>> = {
  openid: 'o',
  profile: 'p',
  email: 'e',
  offline_access: 'f',
  roles: 'r',
  permissions: 'm',
}
const SCOPE_OF = new Map<string, Scope>(SCOPES.map((scope) => [LETTERS[scope], scope]))

const writeScopes = (scopes: readonly Scope[]): string =>
  [
    scopes.map((scope) => (isStandard(scope) ? LETTERS[scope] : '')).join(''),
    ...scopes.filter((scope) => !isStandard(scope)),
  ].join(' ')

function readScopes(text: string): readonly Scope[] {
  const [letters = '', ...declared] = text.split(' ')
  return [...[...letters].flatMap((letter) => SCOPE_OF.get(letter) ?? []), ...declared]
}

const isStandard = (scope: Scope): scope is StandardScope => Object.hasOwn(LETTERS, scope)

/** Fields of every family, in the order in which they follow the version. Each list is stored as a single string. */
type Core = [
  clientId: string,
  subject: string,
  sid: string,
  scopes: string,
  clientEpoch: string,
  subjectGeneration: number,
  clientGeneration: number,
  signedInAt: number,
  acr: string,
  amr: string,
  codeHash: string,
]

export function writeFamily(family: Family): string {
  const core: [version: number, ...Core] = [
    VERSION,
    family.clientId,
    family.subject,
    family.sid,
    writeScopes(family.scopes),
    family.clientEpoch,
    family.subjectGeneration,
    family.clientGeneration,
    family.signedInAt,
    family.acr,
    family.amr.join(' '),
    family.codeHash,
  ]
  const last: readonly unknown[] = [family.accessBasis ?? 0, family.endsAt ?? 0]
  const basis = last.slice(0, last.findLastIndex((part) => part !== 0) + 1)
  if (family.phase === 'code')
    return JSON.stringify([...core, 'c', family.nonce, family.redirectUri, family.codeChallenge, ...basis])
  const { refreshHash = 0, usedAt, serial, detachedAt = 0, denied, stamp } = family
  return JSON.stringify([...core, 't', refreshHash, usedAt, serial, detachedAt, denied.flat(), stamp, ...basis])
}

export function readFamily(record: string): Family {
  const [version, ...parts] = JSON.parse(record) as [version: number, ...Core, phase: string, ...unknown[]]
  if (version !== VERSION) throw new Error(`family record of version ${version}; this release reads ${VERSION}`)
  const [clientId, subject, sid, scopes, clientEpoch, subjectGeneration, clientGeneration, ...more] = parts
  const [signedInAt, acr, amr, codeHash, phase, ...rest] = more
  const core = {
    clientId,
    subject,
    sid,
    scopes: readScopes(scopes),
    clientEpoch,
    subjectGeneration,
    clientGeneration,
    signedInAt,
    acr,
    amr: amr === '' ? [] : amr.split(' '),
    codeHash,
  }
  if (phase === 'c') {
    const [nonce, redirectUri, codeChallenge, ...last] = rest as [string, string, string, ...Last]
    return { ...core, phase: 'code', nonce, redirectUri, codeChallenge, ...lastOf(last) }
  }
  type Tokens = [refreshHash: string | 0, usedAt: number, serial: number, detachedAt: number, number[], stamp: string]
  const [refreshHash, usedAt, serial, detachedAt, denied, stamp, ...last] = rest as [...Tokens, ...Last]
  return {
    ...core,
    ...lastOf(last),
    phase: 'tokens',
    stamp,
    usedAt,
    serial,
    denied: pairs(denied),
    ...(refreshHash === 0 ? {} : { refreshHash }),
    ...(detachedAt === 0 ? {} : { detachedAt }),
  }
}

type Last = [basis?: string | 0, endsAt?: number]

const lastOf = ([basis = 0, endsAt = 0]: Last): Pick<Family, 'accessBasis' | 'endsAt'> => ({
  ...(basis === 0 ? {} : { accessBasis: basis }),
  ...(endsAt === 0 ? {} : { endsAt }),
})

function pairs(flat: readonly number[]): readonly (readonly [number, number])[] {
  const list: (readonly [number, number])[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) list.push([flat[index] as number, flat[index + 1] as number])
  return list
}
