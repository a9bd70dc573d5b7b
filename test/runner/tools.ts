/** The programs that tests run in addition to Node: the files that need them, and how to install them. */
import { FIREFOX } from '../browser/engines/firefox.ts'
import { miniBrowser, WEBKIT_DRIVER } from '../browser/engines/webkit.ts'
import { readSource } from '../structure/sources.ts'
import { chromiumPath, isExecutable } from '../support/chromium-path.ts'
import { onPath } from '../support/debian-packages.ts'
import { postgresFolder, serverPath } from '../support/proxy-path.ts'
import { reached } from './reached.ts'

export interface Tool {
  readonly name: string
  /** Debian packages. */
  readonly packages: readonly string[]
  readonly isThere: () => boolean
  /** The test file that runs it, or the pattern of its calls. */
  readonly runBy: string | RegExp
}

const serves = (name: string): boolean => serverPath(name) !== undefined

export const TOOLS: readonly Tool[] = [
  {
    name: 'redis-server',
    packages: ['redis-server'],
    isThere: () => onPath('redis-server') && onPath('redis-cli'),
    runBy: 'test/support/redis-server.ts',
  },
  {
    name: 'Chromium',
    // With web fonts, because tests measure pages.
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    isThere: () => isExecutable(chromiumPath()),
    runBy: 'test/support/chromium.ts',
  },
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    isThere: () => onPath(FIREFOX),
    runBy: 'test/browser/engines/firefox.ts',
  },
  {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isThere: () => onPath(WEBKIT_DRIVER) && onPath('Xvfb') && miniBrowser() !== undefined,
    runBy: 'test/browser/engines/webkit.ts',
  },
  {
    name: 'slapd',
    packages: ['slapd', 'ldap-utils'],
    isThere: () => ['slapd', 'slapadd', 'ldapmodify'].every(serves),
    runBy: 'test/support/slapd.ts',
  },
  {
    name: 'nginx, caddy and haproxy',
    packages: ['nginx-light', 'caddy', 'haproxy'],
    isThere: () => ['nginx', 'caddy', 'haproxy'].every(serves),
    runBy: /reverse-proxy\.ts'|proxyPath\('/,
  },
  {
    name: 'PHP and Python',
    packages: ['php-cli', 'php-cgi', 'python3-minimal'],
    isThere: () => ['php', 'php-cgi', 'python3'].every(onPath),
    runBy: 'test/support/header-apps.ts',
  },
  {
    name: 'PostgreSQL',
    packages: ['postgresql', 'postgresql-client'],
    isThere: () => postgresFolder() !== undefined && onPath('psql'),
    runBy: 'test/support/postgres.ts',
  },
  {
    name: 'PgBouncer',
    packages: ['pgbouncer'],
    isThere: () => serves('pgbouncer'),
    runBy: /serverPath\('pgbouncer'\)/,
  },
  {
    name: 'prometheus',
    packages: ['prometheus'],
    isThere: () => onPath('prometheus') && onPath('promtool'),
    runBy: /'prometheus'|'promtool'/,
  },
  {
    name: 'systemd-analyze',
    packages: ['systemd'],
    isThere: () => onPath('systemd-analyze'),
    runBy: /'systemd-analyze'/,
  },
  { name: 'jq', packages: ['jq'], isThere: () => onPath('jq'), runBy: /\| jq\b|'jq'/ },
]

export const missingTools = (): readonly Tool[] => TOOLS.filter(({ isThere }) => !isThere())

/** @param file a test @returns the tools that it needs */
export function toolsFor(file: string, tools: readonly Tool[]): readonly Tool[] {
  const files = reached([file])
  return tools.filter(({ runBy }) =>
    typeof runBy === 'string' ? files.has(runBy) : [...files].some((path) => runBy.test(readSource(path))),
  )
}

export const installLine = (tools: readonly Tool[]): string =>
  `apt-get install -y --no-install-recommends ${[...new Set(tools.flatMap(({ packages }) => packages))].join(' ')}`
