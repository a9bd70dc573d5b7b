import type { Logger } from '../../ports/logger.ts'
import { type MountedApp, metadataPath, ROUTES, routeTable } from './routes.ts'

/** What the log says of how a host has mounted the service: each thing once. */
export type HostHints = ReturnType<typeof hostHints>

export function hostHints({
  mountPath,
  apps,
  logger,
}: {
  readonly mountPath: string
  readonly apps: readonly MountedApp[]
  readonly logger: Logger
}) {
  const find = routeTable(ROUTES)
  let isTold = false
  let isMisplaced = false
  return {
    /** Paths that are not the service's go on to a host. */
    standsBeforeHost(): void {
      // Below a path of its own it takes nothing that a host would look for elsewhere.
      if (isTold || mountPath !== '') return
      isTold = true
      logger.info(
        { paths: takenPaths(apps) },
        'mounted at the root, the service answers these paths before the host does: baseUrl gives it a path of its own, admin.path and portal.path move panel and portal',
      )
    },
    /** @param url what the host has left of the address */
    passedOn(originalUrl: string | undefined, url: string | undefined): void {
      const cut = cutPrefix(originalUrl, url)
      if (isMisplaced || cut === undefined || `${mountPath}/`.startsWith(`${cut}/`)) return
      const path = pathOf(url as string)
      if (find(path) === undefined && path !== metadataPath(mountPath).atHost) return
      isMisplaced = true
      logger.warn(
        { mounted_at: cut, base_url_path: mountPath === '' ? '/' : mountPath },
        'the host mounts the service at another path than that of baseUrl, so it answers nothing there: make them the same',
      )
    },
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] as string

/** The prefix that a framework has cut from an address; undefined where it has cut none. */
function cutPrefix(originalUrl: string | undefined, url: string | undefined): string | undefined {
  if (originalUrl === undefined || url === undefined || originalUrl === url || !originalUrl.endsWith(url))
    return undefined
  return originalUrl.slice(0, originalUrl.length - url.length)
}

/** What stands at the root of the host, each path once. */
function takenPaths(apps: readonly MountedApp[]): readonly string[] {
  const own = apps.filter(({ host }) => host === undefined).map(({ path }) => `${path}/`)
  return [...new Set([...ROUTES.flatMap(({ paths }) => paths), ...own])].toSorted()
}
