/**
 * Options by name: without TypeScript, a misspelled requirement such as `role` would let every user pass.
 *
 * Spec      options of `sso.guard`, `portico-sso/client` and `portico-sso/testing`; D-S11
 * RFC       none
 * Deny      none; the call throws a TypeError
 * Enforced  policies/host-guard.ts, lib/client/options.ts
 * Tests     test/policies/option-names.test.ts, test/client/frameworks.test.ts, test/testing/failures.test.ts
 */

/** Names the first option that does not exist, or the value that is no object of options; undefined if all exist. */
export function optionsIssue(options: unknown, names: readonly string[]): string | undefined {
  const given = typeof options === 'object' && options !== null ? Object.keys(options) : [`${JSON.stringify(options)}`]
  const unknown = given.find((name) => !names.includes(name))
  return unknown === undefined ? undefined : `unknown option ${unknown}; known: ${names.join(', ')}`
}
