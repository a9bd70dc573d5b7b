/** An English title as part of a sentence; other languages have no such letters at their beginning. */
export const inSentence = (title: string): string =>
  /^(?:The|An?|This|No|Two|Only) /.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
