import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileOf, SCRIPTS } from '../../adapters/redis/commands.ts'

const folder = 'adapters/redis/scripts/'
const files = readdirSync(folder).filter((file) => file.endsWith('.lua'))

function read(file: string): { readonly header: string; readonly body: string } {
  const lines = readFileSync(folder + file, 'utf8')
    .trimEnd()
    .split('\n')
  const first = lines.findIndex((line) => !line.startsWith('--'))
  return { header: lines.slice(0, first).join('\n'), body: lines.slice(first).join('\n') }
}

/** How many the header lists one by one, and whether its last line allows more to follow. */
function listed(header: string, table: string): { readonly count: number; readonly more: boolean } {
  const numbers = [...header.matchAll(new RegExp(`^-- ${table}\\[(\\d+)(\\.\\.)?\\]`, 'gm'))]
  expect(numbers.map(([, number]) => Number(number))).toEqual(numbers.map((_, place) => place + 1))
  const more = numbers.at(-1)?.[2] !== undefined
  return { count: numbers.length - (more ? 1 : 0), more }
}

const highestUsed = (body: string, table: string) =>
  Math.max(0, ...[...body.matchAll(new RegExp(`${table}\\[(\\d+)\\]`, 'g'))].map(([, number]) => Number(number)))

describe('the Lua scripts:', () => {
  it('every file is a command, and every command has its file', () =>
    expect(files.toSorted()).toEqual(Object.keys(SCRIPTS).map(fileOf).toSorted()))

  describe.each(Object.entries(SCRIPTS))('%s', (name, { keys, args }) => {
    const { header, body } = read(fileOf(name))

    it('has a header that states purpose, caller, result and why it is a script', () => {
      expect(header).toMatch(/^-- [A-Z].*\.$/m)
      for (const word of ['Called by', 'Returns', 'Why Lua'])
        expect(header).toMatch(new RegExp(`^-- ${word} +\\S`, 'm'))
      const [, caller = ''] = /^-- Called by +(\S+)/m.exec(header) ?? []
      expect(existsSync(caller)).toBe(true)
    })

    it('lists the keys and arguments that it uses, as many as the command sends', () => {
      expect(listed(header, 'KEYS')).toEqual({ count: keys.length, more: false })
      expect(highestUsed(body, 'KEYS')).toBe(keys.length)
      const { count, more } = listed(header, 'ARGV')
      expect(count).toBe(args.length)
      expect(more).toBe(/#ARGV(?!\[)|unpack\(ARGV/.test(body))
      expect(highestUsed(body, 'ARGV')).toBe(args.length)
    })

    it('is short, and its keys come from the caller alone', () => {
      expect(body.split('\n').length).toBeLessThanOrEqual(30)
      for (const [, key] of body.matchAll(/redis\.call\('(?!TIME)[A-Z]+'(?:, ([^,)]+))?/g))
        expect(key).toMatch(/^KEYS\[\d\]$/)
    })
  })
})
