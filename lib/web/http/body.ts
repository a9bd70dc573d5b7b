import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { parameterMalformed } from '../../../policies/parameters.ts'
import { deny } from '../../../policies/verdict.ts'
import { headerText } from '../request/received-headers.ts'
import type { RequestContext } from '../request/request-context.ts'
import { type Parameters, ProtocolError, parseParameters, singleParameters } from '../request/request-context.ts'

/** Maximum body size, in bytes (D-G6). */
export const BODY_LIMIT_BYTES = 56 * 1024
/** Maximum size of a form with files, in bytes. Only the panel takes such forms, from administrators. */
export const UPLOAD_LIMIT_BYTES = 2 * 1024 * 1024
/** Maximum time to receive a body, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000
const FORM = /^application\/x-www-form-urlencoded(?=[\s;]|$)/i
const UPLOAD = /^multipart\/form-data(?=[\s;])/i

/** What the host's body parser provides: fields, text, or bytes. Koa and Express use different properties. */
interface ParsedByHost {
  readonly rawBody?: unknown
  readonly body?: unknown
}
const hostBodies = new WeakMap<IncomingMessage, ParsedByHost>()

/** Registers a body that the host application has already read. */
export function adoptHostBody(req: IncomingMessage, parsed: ParsedByHost): void {
  if (parsed.rawBody !== undefined || parsed.body !== undefined) hostBodies.set(req, parsed)
}

const forms = new WeakMap<IncomingMessage, Promise<Parameters>>()

/** Reads a form body, with every value of each parameter as a string. Later calls return the same result. */
export function readForm(req: IncomingMessage): Promise<Parameters> {
  const form = forms.get(req) ?? read(req)
  forms.set(req, form)
  return form
}

async function read(req: IncomingMessage): Promise<Parameters> {
  if (!isForm(req)) throw new ProtocolError(deny('invalid_request', 'content_type'))
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new ProtocolError(deny('invalid_request', 'content_type', 'content-encoding'))
  const text = (await readBytes(req, BODY_LIMIT_BYTES)).toString('latin1')
  if (!charsetsOf(req).every((charset) => meansTheSame(text, charset)))
    throw new ProtocolError(deny('invalid_request', 'content_type', 'charset'))
  return parseForm(text)
}

export interface UploadedFile {
  /** Name on the user's device. Untrusted. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** A form with files. A file field without a file, or with an empty one, is absent. */
export interface Upload {
  readonly fields: Parameters
  readonly files: ReadonlyMap<string, UploadedFile>
}

/** Reads a form with files. @throws ProtocolError invalid_request if it is malformed or too large */
export async function readUpload(req: IncomingMessage): Promise<Upload> {
  const bytes = await readBytes(req, UPLOAD_LIMIT_BYTES)
  const type = headerText(req, 'content-type') ?? ''
  const parts = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => {
      throw new ProtocolError(deny('invalid_request', 'body_malformed', 'multipart'))
    })
  const fields = new Map<string, string[]>()
  const files = new Map<string, UploadedFile>()
  for (const [name, value] of parts) {
    const values = fields.get(name)
    if (typeof value !== 'string') {
      if (value.size > 0) files.set(name, { name: value.name, bytes: await value.bytes() })
    } else if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  return { fields, files }
}

export const isUpload = (req: IncomingMessage): boolean => UPLOAD.test(headerText(req, 'content-type') ?? '')

/** Whether the request claims to have a form, even if its encoding is not supported. */
export const isForm = (req: IncomingMessage): boolean => FORM.test(headerText(req, 'content-type') ?? '')

/** The media type has no parameters (WHATWG URL s5.2), but many clients add a charset. */
const charsetsOf = (req: IncomingMessage): readonly string[] =>
  [...(headerText(req, 'content-type') ?? '').matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi)].map(([, name = '']) => name)

/** Whether these bytes are the same text in this charset as in UTF-8. In most charsets, ASCII is. */
function meansTheSame(text: string, charset: string): boolean {
  try {
    const { encoding } = new TextDecoder(charset)
    if (encoding === 'utf-8') return true
    return !/^(?:utf-16|iso-2022|replacement)/.test(encoding) && !/[\x80-\xFF]|%[89A-F]/i.test(text)
  } catch {
    return false
  }
}

/** Reads the form of a protocol request. Rejects a parameter that occurs more than once (D-G6). */
export async function readParameters(context: RequestContext): Promise<ReadonlyMap<string, string>> {
  context.sent = await readForm(context.req)
  return singleParameters(context.sent)
}

/** Rejects a request whose Content-Length is too large, even if no handler would read the body (D-G6). */
export function assertBodySize(req: IncomingMessage, takesFiles = false): void {
  const limit = takesFiles && isUpload(req) ? UPLOAD_LIMIT_BYTES : BODY_LIMIT_BYTES
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
}

async function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  const bytes = bodyOfHost(req) ?? (await receive(req, limit))
  if (bytes.length > limit) throw tooLarge()
  return bytes
}

const tooLarge = (): ProtocolError =>
  new ProtocolError(deny('invalid_request', 'body_too_large'), { Connection: 'close' })

/** The body from the host's parser; undefined if it has not been read yet. */
function bodyOfHost(req: IncomingMessage): Buffer | undefined {
  const { rawBody, body } = hostBodies.get(req) ?? {}
  if (typeof rawBody === 'string' || rawBody instanceof Uint8Array) return Buffer.from(rawBody as string)
  if (!req.readableEnded) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as string)
  if (body !== undefined) return Buffer.from(encodeParsed(body))
  if (isAnnounced(req)) throw readBefore('nothing was left of it in body or rawBody')
  // The request was read to its end, but the body parser provides nothing, so the body was empty.
  return Buffer.alloc(0)
}

/** Whether the headers indicate that there is a body. */
const isAnnounced = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** An error for a body that the host read without passing it on. It is a 500, because the client made no mistake. */
const readBefore = (detail: string): ProtocolError =>
  new ProtocolError(deny('server_error', 'body_read_before', detail))

function receive(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (outcome: () => void): void => {
      clearTimeout(timer)
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      outcome()
    }
    const fail = (ref: 'body_too_large' | 'body_timeout' | 'body_malformed'): void =>
      finish(() => {
        req.pause()
        reject(new ProtocolError(deny('invalid_request', ref), { Connection: 'close' }))
      })
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) fail('body_too_large')
      else chunks.push(chunk)
    }
    const onEnd = (): void => finish(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    const onGone = (): void => fail('body_malformed')
    const timer = setTimeout(() => fail('body_timeout'), BODY_TIMEOUT_MS)
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

/** @param text the body with one character per byte, so that malformed UTF-8 can be detected */
function parseForm(text: string): Parameters {
  if (/%(?![0-9A-Fa-f]{2})/.test(text))
    throw new ProtocolError(deny('invalid_request', 'body_malformed', 'percent encoding'))
  if (/[\x80-\xFF]/.test(text) || /%[89A-F]/i.test(text)) {
    const bytes = Buffer.from(
      text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    )
    if (!isUtf8(bytes)) throw new ProtocolError(deny('invalid_request', 'body_malformed', 'not UTF-8'))
    return parseParameters(Buffer.from(text, 'latin1').toString('utf8'))
  }
  return parseParameters(text)
}

/** Encodes the host's parsed body as a form again. Rejects the objects that some parsers create. */
function encodeParsed(body: unknown): string {
  if (typeof body !== 'object' || body === null) throw readBefore(`a ${typeof body} was left of it`)
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (!values.every((entry) => typeof entry === 'string')) throw new ProtocolError(parameterMalformed(name))
    for (const entry of values) parameters.append(name, entry)
  }
  return parameters.toString()
}
