/** One changed character in sealed or signed text. The last one does not fit: some of its base64url bits are unused. */
export const altered = (text: string): string =>
  `${text.slice(0, -8)}${text.at(-8) === 'A' ? 'B' : 'A'}${text.slice(-7)}`
