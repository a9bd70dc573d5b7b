/** Checks custom scopes and claims, and the clients that use them. */
import { declaredClaimIssue, declaredScopeIssue } from '../../../policies/declared-scopes.ts'
import { SCOPES } from '../../../policies/scopes.ts'
import { describeReceived, listAt, objectAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'
import { expectedOf, memberPath } from '../issues/explain.ts'
import { nearestWord } from '../issues/suggestion.ts'

export function checkScopes(data: unknown): readonly ConfigIssue[] {
  const declared = objectAt(data, 'scopes')
  const claims = Object.values(declared).flatMap((scope) => textsIn(scope, 'claims'))
  return [
    ...Object.keys(declared).flatMap((name) => checkDeclared(name, declared[name])),
    ...checkClients(data, [...SCOPES, ...Object.keys(declared)]),
    ...checkAccounts(data, claims),
  ]
}

const textsIn = (value: unknown, key: string): readonly string[] =>
  listAt(value, key).filter((entry) => typeof entry === 'string')

const NAME = 'a name that begins with a letter, of letters, digits and _ . : / -'

function checkDeclared(name: string, scope: unknown): readonly ConfigIssue[] {
  const path = memberPath('scopes', name)
  const received = describeReceived(name, 'shown')
  const issue = declaredScopeIssue(name)
  const expected =
    issue === 'reserved' ? 'a name that none of the six scopes has, and no property of every object' : NAME
  return [
    ...(issue === undefined ? [] : [configIssue('E1006', path, expected, received)]),
    ...textsIn(scope, 'claims').flatMap((claim, index): ConfigIssue[] => {
      const claimIssue = declaredClaimIssue(claim)
      if (claimIssue === undefined) return []
      const wanted =
        claimIssue === 'reserved'
          ? 'a claim of its own: not of the protocol, of none of the six scopes, and no property of every object'
          : NAME
      return [configIssue('E1006', `${path}.claims[${index}]`, wanted, describeReceived(claim, 'shown'))]
    }),
  ]
}

function checkClients(data: unknown, known: readonly string[]): readonly ConfigIssue[] {
  return listAt(data, 'clients').flatMap((client, index) =>
    textsIn(client, 'scopes').flatMap((scope, place): ConfigIssue[] => {
      if (known.includes(scope)) return []
      const near = nearestWord(scope, known)
      return [
        configIssue(
          'E1001',
          `clients[${index}].scopes[${place}]`,
          expectedOf({ type: 'string', enum: known }),
          describeReceived(scope, 'shown'),
          near === undefined ? undefined : `did you mean "${near}"?`,
        ),
      ]
    }),
  )
}

function checkAccounts(data: unknown, claims: readonly string[]): readonly ConfigIssue[] {
  return listAt(data, 'accounts').flatMap((account, index) =>
    Object.keys(objectAt(account, 'claims')).flatMap((claim): ConfigIssue[] => {
      if (claims.includes(claim)) return []
      const near = nearestWord(claim, claims)
      const hint = near === undefined ? 'declare it in scopes' : `did you mean "${near}"?`
      const path = memberPath(`accounts[${index}].claims`, claim)
      return [configIssue('E1006', path, 'a claim that a scope releases', describeReceived(claim, 'shown'), hint)]
    }),
  )
}
