/** Schemas for common kinds of values. Each setting adds its own description, examples, and hints. */

/** A string of 1 to `maxLength` characters. */
export const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const

/** A string that matches a regular expression. */
export const like = (pattern: string) => ({ type: 'string', pattern }) as const

/** A string of limited length that matches a regular expression. */
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

/** A list without duplicates. */
export const list = <const Items extends object>(maxItems: number, items: Items) =>
  ({ type: 'array', maxItems, uniqueItems: true, items }) as const

/** True or false; the example is the opposite of the default. */
export const flag = <const Fallback extends boolean>(fallback: Fallback, description: string) =>
  ({ type: 'boolean', default: fallback, description, examples: [!fallback] }) as const

/** An image on pages. */
export const picture = (description: string, absent: string, example: string) =>
  ({
    ...matching('^(?:/(?!/)\\S*|data:image/[a-z.+-]+;base64,[A-Za-z0-9+/=]+)$', 200_000),
    description: `${description}: a data: URL, or a path on this host that your app or proxy serves.`,
    absent,
    examples: [example],
    expected: 'a path that begins with / or a data:image URL',
  }) as const
/** A kind of value with the description and an example of one setting. */
export const described = <const Kind extends object>(kind: Kind, description: string, example: unknown) =>
  ({ ...kind, description, examples: [example] }) as const
