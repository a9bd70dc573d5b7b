/** Kinds of values. Each setting adds its description, examples and the words of its messages. */

/** A text of 1 to `maxLength` characters. */
export const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const

/** A text that matches a regular expression. */
export const like = (pattern: string) => ({ type: 'string', pattern }) as const

/** The same, of limited length. */
export const matching = (pattern: string, maxLength: number) => ({ ...like(pattern), maxLength }) as const

/** One of several words. */
export const choice = <const Words extends readonly string[], const Fallback extends Words[number]>(
  words: Words,
  fallback: Fallback,
) => ({ type: 'string', enum: words, default: fallback }) as const

/** A whole number. */
export const integer = <const Fallback extends number>(minimum: number, maximum: number, fallback: Fallback) =>
  ({ type: 'integer', minimum, maximum, default: fallback }) as const

/** A duration. */
export const seconds = <const Fallback extends number>(minimum: number, maximum: number, fallback: Fallback) =>
  ({ ...integer(minimum, maximum, fallback), unit: 'seconds' }) as const

/** A list of different values. */
export const list = <const Items extends object>(maxItems: number, items: Items) =>
  ({ type: 'array', maxItems, uniqueItems: true, items }) as const

/** Yes or no; the example is the other value. */
export const flag = <const Fallback extends boolean>(fallback: Fallback, description: string) =>
  ({ type: 'boolean', default: fallback, description, examples: [!fallback] }) as const
