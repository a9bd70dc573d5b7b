import { type ParseArgsConfig, parseArgs } from 'node:util'

export interface Arguments {
  readonly positionals: readonly string[]
  /** The one positional argument. @throws UsageError when there is another number of them */
  only(what: string): string
  /** The only operand, or undefined without any. */
  atMostOne(what: string): string | undefined
  /** The value of an option that is given once. */
  text(name: string): string | undefined
  /** The value of an option that takes one of these words. @throws UsageError for another one */
  choice<Word extends string>(name: string, words: readonly Word[]): Word | undefined
  /** The values of an option that may be given several times. */
  list(name: string): readonly string[]
  flag(name: string): boolean
}

/** A command was used wrongly; the usage line is printed with the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Options that every command takes. */
const COMMON = {
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  debug: { type: 'boolean' },
  'new-store': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function parseArguments(args: string[], options: ParseArgsConfig['options']): Arguments {
  const { positionals, values } = parsed({ args, options: { ...COMMON, ...options }, allowPositionals: true })
  return {
    positionals,
    only(what) {
      const [value, ...more] = positionals
      if (value === undefined || more.length > 0) throw new UsageError(`give one ${what}`)
      return value
    },
    atMostOne(what) {
      if (positionals.length > 1) throw new UsageError(`give one ${what} at most`)
      return positionals[0]
    },
    text(name) {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    choice(name, words) {
      const value = values[name]
      const word = words.find((one) => one === value)
      if (value === undefined || word !== undefined) return word
      // "once, always or trusted".
      throw new UsageError(`--${name} takes ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)}`)
    },
    list(name) {
      const value = values[name]
      return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
    },
    flag: (name) => values[name] === true,
  }
}

function parsed(config: ParseArgsConfig): ReturnType<typeof parseArgs> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the arguments cannot be read')
  }
}
