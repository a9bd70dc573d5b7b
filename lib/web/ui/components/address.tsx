import type { VNode } from 'preact'

/** An address that somebody sent or registered: read from left to right, and broken behind its delimiters first. */
export function Address({ text }: { readonly text: string }): VNode {
  const parts = text.split(/(?<=[/?&=#])(?![/?&=#])/)
  return (
    <code dir="ltr" class="sso-uri">
      {parts.map((part, index) => (index === 0 ? part : [<wbr />, part]))}
    </code>
  )
}
