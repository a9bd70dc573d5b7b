import { optionsIssue } from '../../policies/option-names.ts'

it.each([
  [{}, undefined],
  [{ roles: [], acr: undefined }, undefined],
  [{ roles: [], role: [] }, 'unknown option role; known: roles, acr'],
  [{ toString: 1 }, 'unknown option toString; known: roles, acr'],
  [['roles'], 'unknown option 0; known: roles, acr'],
  ['roles', 'unknown option "roles"; known: roles, acr'],
  [503, 'unknown option 503; known: roles, acr'],
  [null, 'unknown option null; known: roles, acr'],
  [undefined, 'unknown option undefined; known: roles, acr'],
])('%j: %s', (options, issue) => expect(optionsIssue(options, ['roles', 'acr'])).toBe(issue))
