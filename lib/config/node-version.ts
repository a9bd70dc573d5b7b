/** This must load first. Modules must not import names that Node 20 lacks; the import would fail before this check. */

/** Why Portico cannot run on this version of Node.js; `crypto.argon2` was added in 24.7. */
export function nodeVersionIssue(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return undefined
  return `portico-sso needs Node 24.7 or later; this is Node ${version}`
}

const issue = nodeVersionIssue(process.versions.node)
if (issue !== undefined) throw new Error(issue)
