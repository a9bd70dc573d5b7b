import { UpstreamRefused } from '../../lib/ports/upstream-provider.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses the JSON object in a response.
 * @throws UpstreamRefused unless the status is 200, the type is JSON, and the value is an object
 */
export async function jsonAnswer(response: Response): Promise<JsonObject> {
  const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '')
  if (response.status !== 200 || !isJson) throw new UpstreamRefused('upstream_response', `HTTP ${response.status}`)
  const value: unknown = await response.json().catch(() => undefined)
  if (!isObject(value)) throw new UpstreamRefused('upstream_response')
  return value
}
