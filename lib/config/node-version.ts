/** Must load first. Later modules must not import by name what Node 20 lacks, because linking precedes this check. */

/** Why Portico cannot run on this version of Node; `crypto.argon2` was added in 24.7. */
export function nodeVersionIssue(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return undefined
  return `portico-sso needs Node 24.7 or later; this is Node ${version}`
}

const issue = nodeVersionIssue(process.versions.node)
if (issue !== undefined) throw new Error(issue)
