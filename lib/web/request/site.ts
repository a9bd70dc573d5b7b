import type { Configuration } from '../../config/configuration.ts'

/** Portico's public URLs. */
export type Site = ReturnType<typeof siteOf>

export const siteOf = ({ baseUrl, admin, adminUrl, portal, portalUrl }: Configuration) => ({
  /** The origin and path of `baseUrl`. */
  issuerUrl: baseUrl,
  /** Path of `baseUrl`; empty if Portico is at the root. */
  mountPath: new URL(baseUrl).pathname.replace(/\/$/, ''),
  https: baseUrl.startsWith('https:'),
  /** URL of the portal; undefined if there is none. */
  accountHref: portal.enabled ? `${portalUrl}/` : undefined,
  /** URL of the panel; undefined if there is none. */
  adminHref: admin.enabled ? `${adminUrl}/` : undefined,
})
