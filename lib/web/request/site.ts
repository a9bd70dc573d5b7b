import type { Configuration } from '../../config/configuration.ts'

/** Public URLs of Portico. */
export interface Site {
  /** `baseUrl`: origin and path. */
  readonly issuerUrl: string
  /** Path of `baseUrl`; empty at the root. */
  readonly mountPath: string
  readonly https: boolean
  /** The portal; undefined without one. */
  readonly accountHref: string | undefined
  /** The panel; undefined without one. */
  readonly adminHref: string | undefined
}

export const siteOf = ({ baseUrl, admin, adminUrl, portal, portalUrl }: Configuration): Site => ({
  issuerUrl: baseUrl,
  mountPath: new URL(baseUrl).pathname.replace(/\/$/, ''),
  https: baseUrl.startsWith('https:'),
  accountHref: portal.enabled ? `${portalUrl}/` : undefined,
  adminHref: admin.enabled ? `${adminUrl}/` : undefined,
})
