/** The previous version, as a separate build: of the commit that version-before.json names. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** In the checkout, so that it finds the packages, and outside of what is compiled, tested and committed. */
const KEPT_IN = '.before'

const { commit } = JSON.parse(readFileSync('test/upgrade/version-before.json', 'utf8')) as { readonly commit: string }

/** @returns the folder of its programs; built once for a checkout */
export async function versionBefore(): Promise<string> {
  const kept = resolve(KEPT_IN, commit.slice(0, 12))
  if (existsSync(kept)) return join(kept, 'dist')
  await run('git', ['cat-file', '-e', `${commit}^{commit}`]).catch(() => {
    throw new Error(
      `commit ${commit} is not in this checkout: the test needs the whole history (git fetch --unshallow), from which it builds the version before`,
    )
  })
  // Built in another folder: two tests may need it concurrently, and a stopped one leaves no half of it.
  const draft = `${kept}.${process.pid}`
  await mkdir(draft, { recursive: true })
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, draft])
  await symlink(resolve('node_modules'), join(draft, 'node_modules'))
  await run(process.execPath, ['build.js'], { cwd: draft })
  await rename(draft, kept).catch(async () => rm(draft, { recursive: true, force: true }))
  return join(kept, 'dist')
}
