import type { Logger } from '../../ports/logger.ts'
import type { PipelineOptions } from './pipeline.ts'
import { type MountedApp, metadataPath, ROUTES, routeTable } from './routes.ts'

/** Logs hints about how the host mounts Portico, each only once. */
export type HostHints = ReturnType<typeof hostHints>

export function hostHints(options: Pick<PipelineOptions, 'mountPath' | 'apps'> & { logger: Logger }) {
  const { mountPath, apps, logger } = options
  const find = routeTable(ROUTES)
  let isReported = false
  let isMisplaced = false
  return {
    /** Call this if Portico handles requests before the host does and passes other paths on to the host. */
    standsBeforeHost(): void {
      // With a base path, all of Portico's URLs start with it, so they do not conflict with the host's.
      if (isReported || mountPath !== '') return
      isReported = true
      logger.info(
        { code: 'mounted-at-root', paths: takenPaths(apps) },
        'mounted at the root; Portico handles these paths before the host does (to move them, set a path in baseUrl, admin.path, or portal.path)',
      )
    },
    /** Called for a request that Portico does not handle. @param url the rest of the URL after the host's prefix */
    passedOn(originalUrl: string | undefined, url: string | undefined): void {
      const cut = cutPrefix(originalUrl, url)
      if (isMisplaced || cut === undefined || `${mountPath}/`.startsWith(`${cut}/`)) return
      const path = pathOf(url as string)
      if (find(path) === undefined && path !== metadataPath(mountPath).atHost) return
      isMisplaced = true
      logger.warn(
        { code: 'mount-path-mismatch', mounted_at: cut, base_url_path: mountPath === '' ? '/' : mountPath },
        'mount path differs from the path in baseUrl, so no requests match; make them the same',
      )
    },
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] as string

/** The prefix that a framework removed from the URL; undefined if there is none. */
function cutPrefix(originalUrl: string | undefined, url: string | undefined): string | undefined {
  if (originalUrl === undefined || url === undefined || originalUrl === url || !originalUrl.endsWith(url))
    return undefined
  return originalUrl.slice(0, originalUrl.length - url.length)
}

/** Portico's paths at the root of the host, without duplicates. */
function takenPaths(apps: readonly MountedApp[]): readonly string[] {
  const own = apps.filter(({ host }) => host === undefined).map(({ path }) => `${path}/`)
  return [...new Set([...ROUTES.flatMap(({ paths }) => paths), ...own])].toSorted()
}
