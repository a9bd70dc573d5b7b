/**
 * Puts elements into a catalogue text: the text stays one sentence that a translator can reorder, nothing is concatenated.
 * The message function is called with markers, which are then replaced; user data never meets the markers.
 */
import type { ComponentChildren } from 'preact'

const START = '\uE000'
const END = '\uE001'

export function rich<Name extends string>(
  message: (parts: Record<Name, string>) => string,
  parts: Record<Name, ComponentChildren>,
): ComponentChildren[] {
  const names = Object.keys(parts) as Name[]
  const markers = Object.fromEntries(names.map((name) => [name, `${START}${name}${END}`])) as Record<Name, string>
  return message(markers)
    .split(START)
    .flatMap((piece, index) => {
      if (index === 0) return [piece]
      const end = piece.indexOf(END)
      return [parts[piece.slice(0, end) as Name], piece.slice(end + 1)]
    })
}

/** Keeps a name of unknown direction from disturbing a plain-text sentence, as `<bdi>` does in markup. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`
}
