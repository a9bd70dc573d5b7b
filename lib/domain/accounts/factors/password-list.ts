import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { formsOf, listedForm } from '../../../../policies/guessable-password.ts'
import { textIn } from '../../../config/data/file-text.ts'
import { ConfigError } from '../../../config/issues/config-error.ts'
import { unreadableFile } from '../../../config/sources/variables.ts'

/** Common and compromised passwords. The build writes them, the first check reads them. */
const SHIPPED = new URL('./generated/common-passwords.br', import.meta.url)

let shipped: ReadonlySet<string> | undefined

/**
 * Returns a function that finds out whether a password is a variation of a listed one.
 * @param file further passwords, one per line @throws ConfigError if the file cannot be read
 */
export function passwordList(file?: string): (password: string) => boolean {
  const further = file === undefined ? new Set<string>() : readFurther(file)
  return (password) => {
    shipped ??= readShipped()
    for (const form of formsOf(password)) if (shipped.has(form) || further.has(form)) return true
    return false
  }
}

function readFurther(file: string): ReadonlySet<string> {
  try {
    return new Set(textIn(readFileSync(file)).split(/\r?\n/).map(listedForm))
  } catch (error) {
    throw new ConfigError([unreadableFile('login.passwordList', file, error)])
  }
}

/** Each line begins with the number of characters that it shares with the line before, in base 36. */
function readShipped(): ReadonlySet<string> {
  let form = ''
  const lines = brotliDecompressSync(readFileSync(SHIPPED)).toString().split('\n')
  return new Set(
    lines.map((line) => {
      form = form.slice(0, Number.parseInt(line.charAt(0), 36)) + line.slice(1)
      return form
    }),
  )
}
