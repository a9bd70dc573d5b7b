import { accessSync, constants } from 'node:fs'

/** The shell is the same browser without windows and menus: it takes half the processor time. */
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Of `CHROMIUM_PATH`, else of the first that Debian has installed; a path where nothing is, if nothing is there. */
export function chromiumPath(): string {
  const given = process.env['CHROMIUM_PATH']
  return given ?? DEBIAN.find(isExecutable) ?? (DEBIAN[0] as string)
}
