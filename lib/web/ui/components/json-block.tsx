/** Data for machines inside a page. A data block is never run; `<` is escaped, so no value can end it. */
import type { VNode } from 'preact'

export function JsonBlock({ id, data }: { id: string; data: object }): VNode {
  const json = JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />
}
