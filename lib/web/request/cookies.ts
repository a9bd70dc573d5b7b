import type { IncomingMessage } from 'node:http'

/** The value of a plain cookie (language, colour scheme). Sessions are the engine's affair. */
export function cookieValue(req: IncomingMessage, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** Names of the cookies in the order in which they were sent. */
export function cookieNames(req: IncomingMessage): readonly string[] {
  const parts = (req.headers.cookie ?? '').split(';').filter((part) => part.includes('='))
  return parts.map((part) => part.slice(0, part.indexOf('=')).trim())
}
