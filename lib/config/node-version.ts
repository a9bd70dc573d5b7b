/** This must load first. Modules must not import names that Node 20 lacks; the import would fail before this check. */

/** Why Portico cannot run on this version of Node.js; `crypto.argon2` was added in 24.7. */
export function nodeVersionIssue(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return undefined
  return `portico-sso needs Node 24.7 or later; this is Node ${version}`
}

/** Why Portico cannot run on a runtime that reports a version of Node.js; Deno 2.9 has no `crypto.argon2`. */
export function runtimeIssue(
  { argon2 }: { readonly argon2?: unknown },
  versions: NodeJS.ProcessVersions,
): string | undefined {
  if (argon2 !== undefined) return undefined
  const runtime = versions['deno'] === undefined ? 'this runtime' : `Deno ${versions['deno']}`
  return `portico-sso needs crypto.argon2, which ${runtime} does not have; use Node 24.7 or later, or Bun`
}

const { node } = process.versions
const issue = nodeVersionIssue(node) ?? runtimeIssue(process.getBuiltinModule('node:crypto'), process.versions)
if (issue !== undefined) throw new Error(issue)
