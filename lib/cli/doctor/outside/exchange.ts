/** The doctor's HTTP requests: short timeout, small responses, no redirects. */
import { type IncomingHttpHeaders, request as plain } from 'node:http'
import { request as encrypted, type RequestOptions } from 'node:https'
import type { ConnectionOptions, SecureContext } from 'node:tls'
import { isPlainObject, jsonIn } from '../../../config/data/plain-data.ts'

export const ANSWER_MS = 5_000
const ANSWER_BYTES = 256 * 1024

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** All of a header's lines. The name must be lowercase. */
  all(name: string): readonly string[]
  readonly body: string
}

export interface Message {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** @throws Error if no complete response arrives in time, or if the response is too large */
export type Ask = (url: string, message?: Message) => Promise<Reply>

/** @param secureContext contains the trusted certificates */
export const asking =
  (secureContext: SecureContext): Ask =>
  (url, { method = 'GET', headers = {}, body = '' } = {}) =>
    new Promise((resolve, reject) => {
      const options: RequestOptions & Pick<ConnectionOptions, 'secureContext'> = {
        method,
        headers: { ...headers, ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }) },
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
        secureContext,
      }
      const sent = (url.startsWith('https:') ? encrypted : plain)(url, options, (res) => {
        let text = ''
        res.setEncoding('utf8')
        res.on('data', (chunk: string) => {
          text += chunk
          if (text.length > ANSWER_BYTES) res.destroy(new Error('the response is too large'))
        })
        res.once('error', reject)
        res.once('end', () => {
          const { headers, headersDistinct, statusCode = 0 } = res
          resolve({ status: statusCode, headers, all: (name) => headersDistinct[name] ?? [], body: text })
        })
      })
      sent.once('error', reject)
      sent.end(body)
    })

/** Why there was no response. Reveals no part of the request. */
export function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `no response in ${ANSWER_MS / 1000} s`
  return typeof code === 'string' ? code : 'incomplete response'
}

/** The members of a JSON response; empty if the response is not an object. */
export function membersOf({ body }: Reply): Readonly<Record<string, unknown>> {
  const value = jsonIn(body)
  return isPlainObject(value) ? value : {}
}
