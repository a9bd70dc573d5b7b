import type { EmailContent } from './email-content.ts'

/** Maximum line length in characters. URLs are never broken. */
const WIDTH = 72

/** The text part of an email. */
export function emailText(content: EmailContent, { copy }: { readonly copy: string }): string {
  const { greeting, paragraphs, facts, code, button, notes, footer } = content
  const blocks = [
    greeting,
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(({ term, value }) => `${term}: ${value}`).join('\n')]),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(button === undefined ? [] : [`${button.label}\n${copy}`.split('\n').map(filled).join('\n'), button.href]),
    ...notes,
    `-- \n${filled(footer)}`,
  ]
  return `${blocks.map((block) => (block.includes('\n') || block === button?.href || block.startsWith('    ') ? block : filled(block))).join('\n\n')}\n`
}

const filled = (text: string): string =>
  text
    .split(' ')
    .reduce((lines, word) =>
      lines.length - lines.lastIndexOf('\n') + word.length > WIDTH ? `${lines}\n${word}` : `${lines} ${word}`,
    )
