/** Installs Debian packages when the tests run as root on Debian, without starting their services. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from './chromium-path.ts'

/** Packages call this script before they start a service (Debian Policy 9.3.3); 101 forbids it. */
const START_POLICY = '/usr/sbin/policy-rc.d'
const FORBID_STARTING = '#!/bin/sh\nexit 101\n'

export const onPath = (command: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, command)))

export const canInstall = (): boolean => process.getuid?.() === 0 && onPath('apt-get')

export function installPackages(packages: readonly string[]): void {
  const policy = existsSync(START_POLICY) ? 'given' : 'ours'
  if (policy === 'ours') writeFileSync(START_POLICY, FORBID_STARTING, { mode: 0o755 })
  try {
    const apt = (...args: readonly string[]): void => {
      const { status } = spawnSync('apt-get', args, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      if (status !== 0) throw new Error(`apt-get ${args[0]} failed`)
    }
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
  } finally {
    if (policy === 'ours') rmSync(START_POLICY, { force: true })
  }
}
