import { parameterDuplicated, parameterMalformed } from '../../../policies/parameters.ts'
import { ProtocolError } from './protocol-error.ts'

/** Parameters with all their values, as sent. A Map, so that no name can touch a prototype. */
export type Parameters = ReadonlyMap<string, readonly string[]>

export function parseParameters(encoded: string): Parameters {
  const parameters = new Map<string, string[]>()
  if (encoded === '') return parameters
  for (const [name, value] of new URLSearchParams(encoded)) {
    const values = parameters.get(name)
    if (values === undefined) parameters.set(name, [value])
    else values.push(value)
  }
  return parameters
}

/** The names of the parameters whose percent encoding is broken or not UTF-8 (D-G6), which URL parsers tolerate and guess. */
export function misencodedParameters(encoded: string): ReadonlySet<string> {
  if (isWellEncoded(encoded)) return new Set()
  return new Set(
    encoded
      .split('&')
      .filter((pair) => !isWellEncoded(pair))
      .flatMap((pair) => [...parseParameters(pair).keys()]),
  )
}

function isWellEncoded(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}

/** The parameters of a query, each once, or `invalid_request` (D-G6). */
export function queryParameters(query: string): ReadonlyMap<string, string> {
  for (const name of misencodedParameters(query)) throw new ProtocolError(parameterMalformed(name))
  return singleParameters(parseParameters(query))
}

/** Every parameter once, or `invalid_request` (D-G6). */
export function singleParameters(parameters: Parameters): ReadonlyMap<string, string> {
  const single = new Map<string, string>()
  for (const [name, values] of parameters) {
    if (values.length > 1) throw new ProtocolError(parameterDuplicated(name))
    single.set(name, values[0] ?? '')
  }
  return single
}
