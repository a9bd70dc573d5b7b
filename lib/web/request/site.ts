import type { Configuration } from '../../config/configuration.ts'

/** Portico's public URLs. */
export interface Site {
  /** The origin and path of `baseUrl`. */
  readonly issuerUrl: string
  /** Path of `baseUrl`; empty if Portico is at the root. */
  readonly mountPath: string
  readonly https: boolean
  /** URL of the portal; undefined if there is none. */
  readonly accountHref: string | undefined
  /** URL of the panel; undefined if there is none. */
  readonly adminHref: string | undefined
}

export const siteOf = ({ baseUrl, admin, adminUrl, portal, portalUrl }: Configuration): Site => ({
  issuerUrl: baseUrl,
  mountPath: new URL(baseUrl).pathname.replace(/\/$/, ''),
  https: baseUrl.startsWith('https:'),
  accountHref: portal.enabled ? `${portalUrl}/` : undefined,
  adminHref: admin.enabled ? `${adminUrl}/` : undefined,
})
