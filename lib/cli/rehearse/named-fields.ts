/** Finds a request in named fields: JSON members, LTSV labels, W3C columns. The rules are about names, not products. */
import { isPlainObject, jsonIn, memberAt } from '../../config/data/plain-data.ts'
import type { FoundRequest } from './broken-request.ts'
import { recordedRequest } from './recorded-request.ts'
import { requestLineIn } from './request-line.ts'

export type Fields = Readonly<Record<string, unknown>>

const PREFIX = '^(?:cs|client|http|req|request|context|url|uri|raw|original|full)*'
const METHOD = new RegExp(`${PREFIX}(?:method|verb)$`)
const TARGET = new RegExp(`${PREFIX}(?:uri|url|path|target|stem|original|full)$`)
const QUERY = new RegExp(`${PREFIX}(?:query|args|search|queryparams|(?:multivalue)?querystring(?:parameters)?)$`)
/** Fields that the client sets, so a request line in them is not the request. */
export const FROM_CLIENT = /agent|refer|cookie|header|^ua$/i
const METHOD_VALUE = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)$/i
/** Maximum depth to search. Some loggers nest the request in other objects, or JSON in a string. */
const DEPTH = 7
/** Depth to which names are joined, as in `http.request.method`. */
const JOINED_DEPTH = 3
/** Loggers cut a field at one of these lengths, or mark the cut. */
const LIMITS = [1024, 2048, 4096, 8192, 16_384]
const isShortened = (text: string): boolean => LIMITS.includes(text.length) || /(?:\.\.\.|…)$/.test(text)

/** The request in the fields, in an object or string below them, or undefined. */
export function requestInFields(fields: unknown, depth = DEPTH): FoundRequest | undefined {
  if (depth === 0) return undefined
  if (typeof fields === 'string') return requestInText(fields, depth)
  if (isBytes(fields)) return requestInText(Buffer.from(fields).toString(), depth)
  if (!isPlainObject(fields)) return undefined
  const named = namedRequest(fields)
  const inner = Object.entries(fields).flatMap(([name, value]) =>
    FROM_CLIENT.test(name) ? [] : (requestInFields(value, depth - 1) ?? []),
  )
  if (named === undefined || named.target.includes('?')) return named ?? inner[0]
  const path = (found: FoundRequest) => recordedRequest(found.method, found.target)?.path
  return inner.find((other) => other.target.includes('?') && path(other) === path(named)) ?? named
}

const requestInText = (text: string, depth: number): FoundRequest | undefined =>
  /^\s*\{/.test(text) ? requestInFields(jsonIn(text), depth - 1) : requestLineIn(text)

/** The journal writes a message that is not UTF-8 as a list of bytes. */
const isBytes = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => Number.isInteger(one) && one >= 0 && one < 256)

function namedRequest(fields: Fields): FoundRequest | undefined {
  const entries = joinedNames(fields)
  const texts = (names: RegExp): readonly string[] =>
    entries.flatMap(([name, value]) => (names.test(name) && typeof value === 'string' ? [value] : []))
  const method = texts(METHOD).find((value) => METHOD_VALUE.test(value))
  if (method === undefined) return undefined
  const [path] = texts(TARGET)
    .filter((value) => recordedRequest(method, value) !== undefined)
    .toSorted((a, b) => Number(b.includes('?')) - Number(a.includes('?')) || b.length - a.length)
  if (path === undefined) return undefined
  const query = path.includes('?') ? '' : queryIn(entries, memberAt(fields, 'requestContext'))
  const isOpen = isShortened(path) || isShortened(query)
  return { method, target: query === '' ? path : `${path}?${query}`, ...(isOpen && { broken: 'cut', isOpen }) }
}

function queryIn(entries: readonly (readonly [string, unknown])[], context: unknown): string {
  const values = entries.flatMap(([name, value]) => (QUERY.test(name) && value ? [value] : []))
  const text = values.find((value) => typeof value === 'string' && value !== '-')
  if (typeof text === 'string') return text.replace(/^\?/, '')
  // A list of values shows repeated parameters.
  const pairs = values
    .filter(isPlainObject)
    .map((value) => Object.entries(value).flatMap(([name, one]) => [one].flat().map((each) => [name, String(each)])))
    .toSorted((a, b) => b.length - a.length)[0]
  // An AWS load balancer passes the parameters encoded; API Gateway decodes them.
  if (memberAt(context, 'elb') !== undefined) return (pairs ?? []).map((pair) => pair.join('=')).join('&')
  return new URLSearchParams(pairs).toString()
}

function joinedNames(fields: Fields, before = '', depth = JOINED_DEPTH): readonly (readonly [string, unknown])[] {
  return Object.entries(fields).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    const name = before + key.toLowerCase().replace(/[^a-z]/g, '')
    return isPlainObject(value) && depth > 1 && !QUERY.test(name)
      ? joinedNames(value, name, depth - 1)
      : [[name, value]]
  })
}
