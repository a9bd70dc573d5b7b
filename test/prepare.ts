/**
 * Sees to it that what the tests run besides Node is on this machine: Redis, Chromium, reverse proxies, Prometheus, a directory
 * server, and what judges files for other programs. As root on Debian it installs what is missing, without letting any service
 * start; otherwise it says what to install.
 */
import { chromiumPath, isExecutable } from './support/chromium-path.ts'
import { canInstall, installPackages, onPath } from './support/debian-packages.ts'
import { serverPath } from './support/proxy-path.ts'

interface Tool {
  readonly command: string
  /** In Debian. */
  readonly from: readonly string[]
  readonly found: 'yes' | 'no'
}

/** With the fonts of the web: pages are measured. */
const CHROMIUM = ['chromium-headless-shell', 'fonts-liberation']
/** Command and package. */
const OTHERS = [
  ['redis-server', 'redis-server'],
  ['redis-cli', 'redis-server'],
  ['prometheus', 'prometheus'],
  ['promtool', 'prometheus'],
  ['systemd-analyze', 'systemd'],
  ['jq', 'jq'],
] as const
/** A directory server and what changes its entries. */
const DIRECTORY = [
  { command: 'slapd', from: 'slapd' },
  { command: 'slapadd', from: 'slapd' },
  { command: 'ldapmodify', from: 'ldap-utils' },
] as const
/** Small: one process, no modules. */
const PROXIES = [
  { command: 'nginx', from: 'nginx-light' },
  { command: 'caddy', from: 'caddy' },
  { command: 'haproxy', from: 'haproxy' },
] as const

function tools(): readonly Tool[] {
  const chromium = chromiumPath()
  const servers = [...PROXIES, ...DIRECTORY].map(
    ({ command, from }): Tool => ({ command, from: [from], found: serverPath(command) === undefined ? 'no' : 'yes' }),
  )
  const others = OTHERS.map(
    ([command, from]): Tool => ({ command, from: [from], found: onPath(command) ? 'yes' : 'no' }),
  )
  return [...others, ...servers, { command: chromium, from: CHROMIUM, found: isExecutable(chromium) ? 'yes' : 'no' }]
}

function prepare(): number {
  const missing = tools().filter(({ found }) => found === 'no')
  if (missing.length === 0) return 0
  const packages = [...new Set(missing.flatMap(({ from }) => from))]
  const need = `The tests need ${missing.map(({ command }) => command).join(', ')}.`
  const advice = `${need} On Debian, as root: apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`
  const elsewhere = 'A Chromium in another place: set CHROMIUM_PATH.'
  if (!canInstall()) {
    console.error(`${advice}\n${elsewhere}`)
    return 1
  }
  installPackages(packages)
  const still = tools().filter(({ found }) => found === 'no')
  if (still.length > 0)
    console.error(`${still.map(({ command }) => command).join(', ')}: not there after the installation. ${elsewhere}`)
  return still.length === 0 ? 0 : 1
}

process.exitCode = prepare()
