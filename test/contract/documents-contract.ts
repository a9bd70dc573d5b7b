import { expect } from './expect.ts'
import { AWKWARD_TEXTS, type Check, race, tally } from './nodes.ts'

/** Promises of `lib/ports/documents.ts`. */
export function documentsContract(check: Check): void {
  check('a document is made where there is none, replaced and removed: replaced each time', async ({ here, there }) => {
    expect(await here.documents.read('keys', 'k')).toBeUndefined()
    expect(await here.documents.replace('keys', 'k', undefined, 'one')).toBe('replaced')
    expect(await there.documents.read('keys', 'k')).toBe('one')
    expect(await there.documents.replace('keys', 'k', 'one', 'two')).toBe('replaced')
    expect(await here.documents.read('keys', 'k')).toBe('two')
    expect(await here.documents.replace('keys', 'k', 'two', undefined)).toBe('replaced')
    expect(await there.documents.read('keys', 'k')).toBeUndefined()
  })

  check('what is not as expected stays as it is: changed', async ({ here, there }) => {
    await here.documents.replace('keys', 'k', undefined, 'one')
    expect(await there.documents.replace('keys', 'k', undefined, 'two')).toBe('changed')
    expect(await there.documents.replace('keys', 'k', 'zero', 'two')).toBe('changed')
    expect(await there.documents.replace('keys', 'k', 'zero', undefined)).toBe('changed')
    expect(await there.documents.replace('keys', 'none', 'one', 'two')).toBe('changed')
    expect(await here.documents.read('keys', 'k')).toBe('one')
    expect(await here.documents.read('keys', 'none')).toBeUndefined()
  })

  check('the same call twice answers replaced twice: making, replacing and removing', async ({ here, there }) => {
    for (const [expected, next] of [
      [undefined, 'one'],
      ['one', 'two'],
      ['two', undefined],
    ] as const) {
      expect(await here.documents.replace('keys', 'k', expected, next)).toBe('replaced')
      expect(await there.documents.replace('keys', 'k', expected, next)).toBe('replaced')
      expect(await here.documents.read('keys', 'k')).toBe(next)
    }
  })

  check('of fifty replacements at once, one is replaced and the rest find it changed', async (nodes) => {
    const made = await race(nodes, 50, (node, turn) =>
      node.documents.replace('keys', 'k', undefined, `made by ${turn}`),
    )
    expect(tally(made)).toEqual({ replaced: 1, changed: 49 })
    const first = `made by ${made.indexOf('replaced')}`
    expect(await nodes.here.documents.read('keys', 'k')).toBe(first)
    const words = await race(nodes, 50, (node, turn) => node.documents.replace('keys', 'k', first, `by ${turn}`))
    expect(tally(words)).toEqual({ replaced: 1, changed: 49 })
    expect(await nodes.here.documents.read('keys', 'k')).toBe(`by ${words.indexOf('replaced')}`)
  })

  check('values and ids are any text', async ({ here, there }) => {
    for (const [index, text] of AWKWARD_TEXTS.entries()) {
      await here.documents.replace('accounts', `p${index}`, undefined, text)
      expect(await there.documents.read('accounts', `p${index}`)).toBe(text)
      expect(await there.documents.replace('accounts', `p${index}`, text, 'next')).toBe('replaced')
    }
    for (const id of ['a:b', '{a}:b', 'a b', 'ünïcödé', '*']) {
      await here.documents.replace('accounts', id, undefined, `value of ${id}`)
      expect(await there.documents.read('accounts', id)).toBe(`value of ${id}`)
    }
  })

  check('collections are apart', async ({ here }) => {
    await here.documents.replace('keys', 'x', undefined, 'a key')
    await here.documents.replace('accounts', 'x', undefined, 'an account')
    expect(await here.documents.read('keys', 'x')).toBe('a key')
    expect(await here.documents.list('accounts', undefined, 10)).toEqual({
      documents: [{ id: 'x', value: 'an account' }],
      total: 1,
    })
    expect(await here.documents.list('roles', undefined, 10)).toEqual({ documents: [], total: 0 })
  })

  check('list gives documents in order of id, page by page, and counts all', async ({ here, there }) => {
    for (const id of ['delta', 'alpha', 'charlie', 'bravo', 'gone'])
      await here.documents.replace('accounts', id, undefined, `value of ${id}`)
    await here.documents.replace('accounts', 'gone', 'value of gone', undefined)
    const line = (id: string) => ({ id, value: `value of ${id}` })
    const firstThree = [line('alpha'), line('bravo'), line('charlie')]
    expect(await there.documents.list('accounts', undefined, 3)).toEqual({ documents: firstThree, total: 4 })
    expect((await there.documents.list('accounts', 'charlie', 3)).documents).toEqual([line('delta')])
    expect((await there.documents.list('accounts', 'bz', 1)).documents).toEqual([line('charlie')])
    expect((await there.documents.list('accounts', 'delta', 3)).documents).toEqual([])
  })
}
