/**
 * Loaded before everything else. An older Node ends in a SyntaxError, or at a module that it does not know, and neither
 * says what to do: so nothing that is loaded after this file names to the linker what Node 20 lacks.
 */

/** Why the service cannot run on this version of Node; `crypto.argon2` came with 24.7. */
export function nodeVersionIssue(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return undefined
  return `portico-sso needs Node 24.7 or later; this is Node ${version}`
}

const issue = nodeVersionIssue(process.versions.node)
if (issue !== undefined) throw new Error(issue)
