/** APIs around libraries that verify access tokens: each is given one token, and accepts it or does not. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { INSTALLED } from './install.ts'
import { appFolder } from './process.ts'

export const API_LIBRARIES = ['express-jwt', 'golang-jwt', 'jose', 'koa-jwt', 'passport-jwt', 'PyJWT'] as const
type ApiLibrary = (typeof API_LIBRARIES)[number]

interface Program {
  readonly installed: string
  readonly file: string
  readonly command: readonly string[]
}

function programOf(library: ApiLibrary): Program {
  if (library === 'golang-jwt') return { installed: 'go', file: 'api.go', command: ['go', 'run', 'api.go'] }
  if (library === 'PyJWT')
    return { installed: 'python', file: 'api.py', command: [join(INSTALLED, 'python/venv/bin/python'), 'api.py'] }
  return { installed: 'node', file: 'api.mjs', command: [process.execPath, 'api.mjs', library] }
}

/** @param variables `FIXED` for an API with the line of the page */
export async function acceptsToken(
  library: ApiLibrary,
  token: string,
  variables: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { installed, file, command } = programOf(library)
  const cwd = appFolder(installed, 'test/apps/around', { [file]: file })
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env: { ...process.env, ...variables }, stdio: ['pipe', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  child.stdin.end(token)
  const [code] = await once(child, 'close')
  rmSync(cwd, { recursive: true })
  // A program that could not run has not refused the token.
  if (code !== 0 && !/refused with 401|audience|unexpected "typ"/i.test(printed)) throw new Error(printed)
  return code === 0
}
