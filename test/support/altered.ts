/** The same sealed or signed text with one character changed. Not the last one: in base64url some of its bits mean nothing. */
export const altered = (text: string): string =>
  `${text.slice(0, -8)}${text.at(-8) === 'A' ? 'B' : 'A'}${text.slice(-7)}`
