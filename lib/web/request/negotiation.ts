import type { IncomingMessage } from 'node:http'

/** A browser navigation asks for text/html by name; everything else, and `*` too, gets JSON (D-G4). */
export function prefersHtml(req: IncomingMessage): boolean {
  const accept = req.headers.accept
  if (accept === undefined || !accept.includes('text/html')) return false
  return quality(accept, 'text/html') > 0 && quality(accept, 'text/html') >= quality(accept, 'application/json')
}

function quality(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) continue
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    return q === undefined ? 1 : Number(q.slice(2)) || 0
  }
  return 0
}
