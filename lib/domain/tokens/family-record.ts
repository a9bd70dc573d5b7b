import { SCOPES, type Scope, type StandardScope } from '../../../policies/scopes.ts'
import type { Family } from '../../../policies/token-family.ts'

/**
 * A family as a JSON array by position: it exists per signed-in user and client, and names would be half of it.
 * Standard scopes are one character each; declared ones follow, each after a blank. Text after the array is ignored.
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

export function writeFamily(family: Family): string {
  const core = [
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
  return JSON.stringify(
    family.phase === 'code'
      ? [...core, 'c', family.nonce, family.redirectUri, family.codeChallenge, ...basis]
      : [
          ...core,
          't',
          family.refreshHash ?? 0,
          family.usedAt,
          family.serial,
          family.detachedAt ?? 0,
          family.denied.flat(),
          family.stamp,
          ...basis,
        ],
  )
}

type Parts = [
  version: number,
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
  phase: 'c' | 't',
  ...rest: unknown[],
]

export function readFamily(record: string): Family {
  const parts = JSON.parse(record) as Parts
  const [
    version,
    clientId,
    subject,
    sid,
    scopes,
    clientEpoch,
    subjectGeneration,
    clientGeneration,
    signedInAt,
    acr,
    amr,
    codeHash,
    phase,
  ] = parts
  if (version !== VERSION) throw new Error(`family record of version ${version}; this release reads ${VERSION}`)
  const core = {
    clientId,
    subject,
    sid,
    clientEpoch,
    subjectGeneration,
    clientGeneration,
    signedInAt,
    acr,
    codeHash,
    scopes: readScopes(scopes),
    amr: amr === '' ? [] : amr.split(' '),
  }
  if (phase === 'c') {
    const [nonce, redirectUri, codeChallenge, ...last] = parts.slice(13) as [string, string, string, ...Last]
    return { ...core, phase: 'code', nonce, redirectUri, codeChallenge, ...lastOf(last) }
  }
  const [refreshHash, usedAt, serial, detachedAt, denied, stamp, ...last] = parts.slice(13) as [
    string | 0,
    number,
    number,
    number,
    number[],
    string,
    ...Last,
  ]
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
