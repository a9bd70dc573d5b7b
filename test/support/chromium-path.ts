import { accessSync, constants } from 'node:fs'

/** The headless shell is the same browser without windows and menus, at half the processor time. */
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `CHROMIUM_PATH`, else the first one that Debian has installed; a missing path if there is none. */
export function chromiumPath(): string {
  const given = process.env['CHROMIUM_PATH']
  return given ?? DEBIAN.find(isExecutable) ?? (DEBIAN[0] as string)
}
