/** The package as it is published, unpacked in an empty project with only the dependencies that it names. */
import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Run, runOf } from '../examples/process.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { newFolder } from '../support/new-folder.ts'

interface Packed {
  readonly filename: string
  /** In bytes. */
  readonly size: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

export const run = promisify(execFile)
export const MODULES = resolve('node_modules')

/** @param folder empty; by default a new one */
export async function packedProject(folder = newFolder()) {
  const inProject = (...path: readonly string[]): string => join(folder, ...path)
  const place = inProject('node_modules', 'portico-sso')
  const install = async (name: string): Promise<void> => {
    await mkdir(dirname(inProject('node_modules', name)), { recursive: true })
    await symlink(join(MODULES, name), inProject('node_modules', name))
  }
  await mkdir(place, { recursive: true })
  // Without `prepack`, which would rebuild under the running tests.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder, '--cache', inProject('.npm')]
  const { stdout } = await run('npm', pack)
  const [packed] = JSON.parse(stdout) as [Packed]
  await run('tar', ['-xzf', inProject(packed.filename), '-C', place, '--strip-components=1'])
  const { bin, dependencies } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>
    readonly dependencies: Readonly<Record<string, string>>
  }
  for (const name of Object.keys(dependencies)) await install(name)
  await mkdir(inProject('node_modules', '.bin'))
  for (const [name, path] of Object.entries(bin)) {
    await chmod(join(place, path), 0o755)
    await symlink(join(place, path), inProject('node_modules', '.bin', name))
  }
  return {
    folder,
    packed,
    inProject,
    install,
    node: (...line: readonly string[]) => run(process.execPath, line, { cwd: folder, env: BARE_ENVIRONMENT }),
    started: (cwd: string, line: readonly string[], port: number): Run =>
      runOf(spawn(process.execPath, line, { cwd, env: { ...BARE_ENVIRONMENT, PORT: String(port) } })),
  }
}
