/** Installs the dependencies of `npm run test:apps`, each in the pinned version. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isExecutable } from '../support/chromium-path.ts'
import { canInstall, installPackages } from '../support/debian-packages.ts'
import { INSTALLED } from './process.ts'

/** Servers of Debian that have no package anywhere else, by a file that each brings. */
const DEBIAN = {
  '/usr/sbin/apache2': 'apache2-bin',
  '/usr/lib/apache2/modules/mod_auth_openidc.so': 'libapache2-mod-auth-openidc',
  '/usr/sbin/dovecot': 'dovecot-imapd',
} as const
const lacking = Object.entries(DEBIAN).filter(
  ([file]) => !(file.endsWith('.so') ? existsSync(file) : isExecutable(file)),
)
const packages = lacking.map(([, name]) => name)
if (packages.length > 0) {
  if (!canInstall())
    throw new Error(`needs, on Debian: apt-get install -y --no-install-recommends ${packages.join(' ')}`)
  installPackages(packages)
}

interface Kind {
  readonly folder: string
  /** The files that pin the versions. */
  readonly pins: readonly string[]
  readonly install: (folder: string) => readonly (readonly string[])[]
}

const NPM: Pick<Kind, 'pins' | 'install'> = {
  pins: ['package.json', 'package-lock.json'],
  install: () => [['npm', 'ci', '--no-audit', '--no-fund']],
}
const KINDS: readonly Kind[] = [
  { folder: 'node', ...NPM },
  { folder: 'readmes/node', ...NPM },
  { folder: 'auth-js', ...NPM },
  { folder: 'next-auth-4', ...NPM },
  { folder: 'hosts', ...NPM },
  {
    folder: 'python',
    pins: ['requirements.txt'],
    install: (folder) => [
      ['python3', '-m', 'venv', 'venv'],
      [join(folder, 'venv/bin/pip'), 'install', '--quiet', '--no-deps', '-r', 'requirements.txt'],
    ],
  },
  {
    folder: 'go',
    pins: ['go.mod', 'go.sum'],
    install: (folder) => [
      ['go', 'build', '-o', join(folder, 'oauth2-proxy'), 'github.com/oauth2-proxy/oauth2-proxy/v7'],
    ],
  },
]

for (const { folder, pins, install } of KINDS) {
  const target = join(INSTALLED, folder)
  const wanted = pins.map((name) => readFileSync(join('test/apps', folder, name), 'utf8')).join('\n')
  const stamp = join(target, '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of pins) cpSync(join('test/apps', folder, name), join(target, name))
  for (const [program = '', ...args] of install(target)) {
    console.log(`${folder}: ${program} ${args.join(' ')}`)
    const { status } = spawnSync(program, args, { cwd: target, stdio: 'inherit' })
    if (status !== 0) throw new Error(`${folder}: ${program} ended with ${status}`)
  }
  writeFileSync(stamp, wanted)
}
