/**
 * The last stage of the Dockerfile without a container engine: the package with its dependencies in a separate root
 * folder. `chroot` runs it as the user in the file, with everything read-only but /data.
 */
import { execFile, spawn } from 'node:child_process'
import { chownSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { closure, type Lock } from '../../release/materials.ts'
import { newFolder } from './new-folder.ts'

const run = promisify(execFile)

export interface Image {
  /** The packages that the first stage installs next to Portico. */
  readonly packages: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

/** The packages of a Dockerfile, and its last stage. */
export function readImage(file: string): Image {
  const text = readFileSync(file, 'utf8')
  const [, packages = ''] = /^RUN npm install .*\.tgz (.*)$/m.exec(text) ?? []
  const last = text.split(/^FROM /m).at(-1) as string
  const after = (word: RegExp): string => new RegExp(`^${word.source} (.*)$`, 'm').exec(last)?.[1] ?? ''
  return {
    packages: packages.split(' ').map((name) => name.replace(/@\d+$/, '')),
    env: Object.fromEntries(
      after(/ENV/)
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    ),
    user: after(/USER/),
    entrypoint: JSON.parse(after(/ENTRYPOINT/)) as string[],
    command: JSON.parse(after(/^CMD/)) as string[],
    healthcheck: JSON.parse(after(/HEALTHCHECK .* CMD/)) as string[],
  }
}

export interface Container {
  /** The folder that is /app in it. */
  readonly app: string
  /** Runs a program in it; the caller reads the child's output. */
  start(line: readonly string[], env: Readonly<Record<string, string>>): ReturnType<typeof spawn>
}

/** Needs root, and `unshare`. */
export async function makeContainer({ env: own, user, packages }: Image): Promise<Container> {
  const place = newFolder()
  const [root, data] = [join(place, 'root'), join(place, 'data')]
  await Promise.all(
    [root, data, ...['app', 'data', 'bin', 'dev'].map((name) => join(root, name))].map((path) =>
      mkdir(path, { recursive: true }),
    ),
  )
  await Promise.all([chmod(place, 0o755), chmod(data, 0o700)])
  const [uid = 0, gid = 0] = user.split(':').map(Number)
  chownSync(data, uid, gid)
  await copyProgram(process.execPath, root, 'bin/node')
  await copyPackage(join(root, 'app'), packages)
  return {
    app: join(root, 'app'),
    start: (line, env) =>
      spawn(
        'unshare',
        [
          '--mount',
          'sh',
          '-c',
          // Mounted in a separate namespace, which ends with the process.
          'mount --bind "$0" "$0" && mount --bind "$1" "$0/data" && mount -o remount,bind,ro "$0" && user=$2 root=$0 && shift 2 && exec chroot --userspec="$user" "$root" "$@"',
          root,
          data,
          user,
          ...line,
        ],
        { env: { PATH: '/bin:/usr/bin:/usr/sbin:/sbin', ...own, ...env }, cwd: root },
      ),
  }
}

async function copyProgram(program: string, root: string, name: string): Promise<void> {
  await cp(program, join(root, name), { dereference: true })
  const { stdout } = await run('ldd', [program])
  for (const [library] of stdout.matchAll(/\/\S+(?= \(0x)/g)) {
    await mkdir(join(root, dirname(library)), { recursive: true })
    await cp(library, join(root, library), { dereference: true })
  }
}

/** The packed package with other packages, and all their dependencies in the lock file. */
async function copyPackage(app: string, others: readonly string[]): Promise<void> {
  const modules = join(app, 'node_modules')
  const own = join(modules, 'portico-sso')
  await mkdir(own, { recursive: true })
  const { stdout } = await run('npm', [
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    app,
    '--cache',
    join(app, '..', '.npm'),
  ])
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await run('tar', ['-xzf', join(app, filename), '-C', own, '--strip-components=1'])
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Lock }
  for (const path of closure(packages, [...Object.keys(packages['']?.dependencies ?? {}), ...others]))
    await cp(resolve(path), join(app, path), { recursive: true })
}
