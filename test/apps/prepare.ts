/** Installs the dependencies of `npm run test:apps`, each in the pinned version. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stopAll } from '../support/at-end.ts'
import { canInstall, installPackages } from '../support/debian-packages.ts'
import { serverPath } from '../support/proxy-path.ts'
import { install, isInstalled, type Kind, NPM } from './install.ts'
import { folderOf, GATED_APPS, KNOWN_APPS } from './known-apps.ts'

/** Servers of Debian that have no package anywhere else, by a file that each brings. */
const DEBIAN = {
  '/usr/sbin/apache2': 'apache2-bin',
  '/usr/lib/apache2/modules/mod_auth_openidc.so': 'libapache2-mod-auth-openidc',
  '/usr/sbin/dovecot': 'dovecot-imapd',
  '/usr/bin/oidc-agent': 'oidc-agent-cli',
  '/usr/bin/prometheus': 'prometheus',
  '/usr/sbin/nginx': 'nginx',
  '/var/lib/dpkg/info/ruby-omniauth-openid-connect.list': 'ruby-omniauth-openid-connect',
} as const
const lacking = Object.entries(DEBIAN).filter(([file]) => !existsSync(file))
/** Programs that can be installed without Debian. */
const PROGRAMS = { mvn: 'maven', javac: 'default-jdk-headless' } as const
const packages = [
  ...lacking.map(([, name]) => name),
  ...Object.entries(PROGRAMS).flatMap(([program, name]) => (serverPath(program) === undefined ? [name] : [])),
]
if (packages.length > 0) {
  if (!canInstall())
    throw new Error(`needs, on Debian: apt-get install -y --no-install-recommends ${packages.join(' ')}`)
  installPackages(packages)
}

const KINDS: readonly Kind[] = [
  { folder: 'node', ...NPM },
  { folder: 'readmes/node', ...NPM },
  { folder: 'readmes/nuxt', ...NPM },
  { folder: 'auth-js', ...NPM },
  { folder: 'auth-js-others', ...NPM },
  { folder: 'next-auth-4', ...NPM },
  { folder: 'hosts', ...NPM },
  ...['python', 'django'].map((name) => ({
    folder: name,
    pins: ['requirements.txt'],
    install: (folder: string) => [
      ['python3', '-m', 'venv', 'venv'],
      [join(folder, 'venv/bin/pip'), 'install', '--quiet', '--no-deps', '-r', 'requirements.txt'],
    ],
  })),
  // The app has its own copy of this file, and takes the packages from the cache.
  { folder: 'spring', pins: ['pom.xml'], install: () => [['mvn', '-q', '-B', 'dependency:go-offline']] },
  { folder: 'spring-api', pins: ['pom.xml', 'App.java'], install: () => [['mvn', '-q', '-B', 'package']] },
  {
    folder: 'go',
    pins: ['go.mod', 'go.sum'],
    install: (folder) => [
      ['go', 'build', '-o', join(folder, 'oauth2-proxy'), 'github.com/oauth2-proxy/oauth2-proxy/v7'],
    ],
  },
]

for (const kind of KINDS) install(kind, join('test/apps', kind.folder))

for (const { id, servers } of [...KNOWN_APPS, ...GATED_APPS]) {
  const folder = folderOf(id)
  const from = join('test/apps', folder)
  const pins = readdirSync(from).filter((name) => name !== 'start.sh')
  const kind: Kind = { folder, pins, install: () => [['sh', 'install.sh']] }
  if (!pins.includes('install.sh') || isInstalled(kind, from)) continue
  try {
    install(kind, from, await servers?.())
  } finally {
    await stopAll()
  }
}
