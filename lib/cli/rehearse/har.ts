/** Requests from a HAR file (HTTP Archive 1.2) that a browser or proxy recorded, including form bodies. */
import { defined } from '../../config/data/defined.ts'
import { type RecordedRequest, recordedRequest } from './recorded-request.ts'

interface HarRequest {
  readonly method?: unknown
  readonly url?: unknown
  readonly headers?: unknown
  readonly postData?: { readonly mimeType?: unknown; readonly text?: unknown; readonly params?: unknown }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** @returns undefined if the value is not a HAR file */
export function requestsOfHar(value: unknown): readonly (RecordedRequest | undefined)[] | undefined {
  const entries = (value as { log?: { entries?: unknown } } | null)?.log?.entries
  if (!isList(entries)) return undefined
  return entries.map((entry) => requestOf((entry as { request?: HarRequest } | null)?.request))
}

function requestOf(request: HarRequest | undefined | null): RecordedRequest | undefined {
  const { method, url } = request ?? {}
  if (typeof method !== 'string' || typeof url !== 'string') return undefined
  const authorization = headerOf(request?.headers, 'authorization')
  return recordedRequest(method, url, defined({ form: formOf(request?.postData), authorization }))
}

function formOf(data: HarRequest['postData']): string | undefined {
  if (typeof data?.mimeType !== 'string' || !/^application\/x-www-form-urlencoded\b/i.test(data.mimeType))
    return undefined
  if (typeof data.text === 'string' && data.text !== '') return data.text
  const pairs = isList(data.params) ? data.params.flatMap(pairOf) : []
  return pairs.length === 0 ? undefined : new URLSearchParams(pairs).toString()
}

function pairOf(pair: unknown): readonly [string, string][] {
  const { name, value } = (pair ?? {}) as { name?: unknown; value?: unknown }
  return typeof name === 'string' ? [[name, typeof value === 'string' ? value : '']] : []
}

function headerOf(headers: unknown, wanted: string): string | undefined {
  if (!isList(headers)) return undefined
  return headers.flatMap(pairOf).find(([name]) => name.toLowerCase() === wanted)?.[1]
}
