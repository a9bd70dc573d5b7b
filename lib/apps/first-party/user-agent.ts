import { describeUserAgent } from '../../web/request/user-agent.ts'

/** Browser and system in one line; a dash for a browser that is not known. */
export function deviceName(userAgent: string): string {
  const { browser = '–', system } = describeUserAgent(userAgent)
  return system === undefined ? browser : `${browser} · ${system}`
}
