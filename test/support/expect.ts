/** What every response of Portico must look like. */
import type { Answer, Sent } from './http.ts'
import { words } from './words.ts'

const seen = new Set<string>()
const DESCRIPTION = /^[\x20-\x21\x23-\x5B\x5D-\x7E]{1,200}$/
/** Text that would disclose internals to an attacker. */
const PLACES = /\bat [\w.<>]+ ?\(|node_modules|\/(?:lib|dist|adapters|policies)\/|\.[jt]sx?:\d/i
const PARTS = /sqlite|\bSELECT\b|redis|ECONN|ETIMEDOUT/i
const SECRET_PARAMETERS = words`
  client_secret code code_verifier refresh_token access_token token password id_token_hint
`

/** The common shape of every error (D-G2, D-G3, D-G8; RFC 6749 s5.2). */
export function expectError(answer: Answer, status: number, code: string, ref?: string): void {
  expect(`${answer.status} ${answer.text}`).toMatch(new RegExp(`^${status} \\{`))
  expect(answer.headers['content-type']).toMatch(/^application\/json\b/)
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(answer.headers.location).toBeUndefined()
  expectErrorBody(answer.json() as Record<string, unknown>, answer, code, ref)
  expectHelp(answer)
}

/** A known cause has a link to its explanation (RFC 8288). */
function expectHelp(answer: Answer): void {
  const { error_ref } = answer.json() as { readonly error_ref?: string }
  const link =
    error_ref === undefined
      ? undefined
      : expect.stringMatching(new RegExp(`^<[^>]+/errors/${error_ref}(?:\\?request=[0-9a-z-]{14})?>; rel="help"$`))
  expect(answer.headers.link).toEqual(link)
}

function expectErrorBody(body: Record<string, unknown>, answer: Answer, code: string, ref: string | undefined): void {
  const { error, error_description, request_id, error_ref, ...rest } = body
  expect({ error, ...(ref === undefined ? {} : { error_ref }) }).toEqual({
    error: code,
    ...(ref === undefined ? {} : { error_ref: ref }),
  })
  expect(Object.keys(rest)).toEqual([])
  expect(error_description).toMatch(DESCRIPTION)
  expect(error_ref === undefined || typeof error_ref === 'string').toBe(true)
  expectRequestId(request_id, answer)
  expectNoEcho(answer)
}

function expectRequestId(requestId: unknown, answer: Answer): void {
  expect(requestId).toMatch(/^[A-Za-z0-9._-]{8,64}$/)
  expect(answer.headers['x-request-id']).toBe(requestId)
  expect(seen.has(requestId as string)).toBe(false)
  seen.add(requestId as string)
}

/** The response contains no secrets from the request, and no internals. */
export function expectNoEcho(answer: Answer): void {
  const said = answer.text + JSON.stringify({ ...answer.headers, 'set-cookie': undefined })
  expect(secretsOf(answer.sent).filter((secret) => said.includes(secret))).toEqual([])
  expectNoInsight(answer)
}

export function expectNoInsight({ text, headers }: Answer): void {
  // A random id can contain any word.
  const said = text.replaceAll(String(headers['x-request-id'] ?? ''), '')
  expect(said).not.toMatch(PLACES)
  expect(said).not.toMatch(PARTS)
}

function secretsOf({ body, headers, path }: Sent): readonly string[] {
  const parameters = [...new URLSearchParams(body), ...new URLSearchParams(path.split('?')[1] ?? '')]
  const authorization = [headers.authorization]
    .flat()
    .flatMap((header) => (typeof header === 'string' ? header.split(' ').slice(1) : []))
  const named = parameters.filter(([name]) => SECRET_PARAMETERS.includes(name)).map(([, value]) => value)
  return [...named, ...authorization].filter((secret) => secret.length >= 8)
}

interface RedirectExpectation {
  readonly redirectUri: string
  readonly issuer: string
  /** As sent; undefined: the response must have none. */
  readonly state: string | undefined
  readonly ref?: string
}

/** An error that is sent to the client by redirect (D-G4; RFC 6749 s4.1.2.1, RFC 9207 s2). */
export function expectRedirectError(
  answer: Answer,
  code: string,
  { redirectUri, issuer, state, ref }: RedirectExpectation,
): void {
  expect(`${answer.status} ${answer.text}`).toMatch(/^30[23] /)
  expect(answer.headers['cache-control']).toContain('no-store')
  const parameters = responseOf(answer.headers.location, redirectUri)
  const { error_description, error_uri, request_id, error_ref, ...rest } = parameters
  expect(rest).toEqual({ error: code, iss: issuer, ...(state === undefined ? {} : { state }) })
  expect(error_description).toMatch(DESCRIPTION)
  if (ref !== undefined) expect(error_ref).toBe(ref)
  expect(error_uri?.replace(/\?request=[0-9a-z-]{14}$/, '')).toBe(`${issuer}/errors/${error_ref}`)
  expectRequestId(request_id, answer)
}

/** The response parameters of a redirect that starts with the exact registered URI, each of them once. */
export function responseOf(location: string | undefined, redirectUri: string): Record<string, string> {
  expect(location).toBeDefined()
  const start = redirectUri + (redirectUri.includes('?') ? '&' : '?')
  expect((location ?? '').slice(0, start.length)).toBe(start)
  expect(location).not.toContain('#')
  const pairs = [...new URLSearchParams((location ?? '').slice(start.length))]
  const names = pairs.map(([name]) => name)
  expect(names).toEqual([...new Set(names)])
  return Object.fromEntries(pairs)
}

/** A denial with a challenge (RFC 6750 s3). */
export function expectChallenge(answer: Answer, error?: string): void {
  const challenge = answer.headers['www-authenticate'] ?? ''
  expect(challenge).toMatch(/^Bearer\b/)
  if (error === undefined) expect(challenge).not.toContain('error=')
  else expect(challenge).toContain(`error="${error}"`)
}

/** Overloaded or unavailable: a retry is possible (D-G9, D-G10). */
export function expectUnavailable(answer: Answer): void {
  expectError(answer, 503, 'temporarily_unavailable')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

export function expectInactive(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([200, '{"active":false}'])
}
