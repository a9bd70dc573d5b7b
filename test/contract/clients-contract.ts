import type { ClientEntry } from '../../lib/ports/clients.ts'
import { expect } from './expect.ts'
import { AWKWARD_TEXTS, type Check, race, tally } from './nodes.ts'

const entry = (id: string, record = `record of ${id}`, ...redirectUris: string[]): ClientEntry => ({
  id,
  record,
  redirectUris: redirectUris.length > 0 ? redirectUris : [`https://${id}.example.com/cb`],
})

const SHARED = 'https://shared.example.com/cb'

/** Promises of `lib/ports/clients.ts`. */
export function clientsContract(check: Check): void {
  check('create claims the id and all redirect URIs: done', async ({ here, there }) => {
    const claim = await here.clients.create(entry('billing', 'one', 'https://a.example.com/', 'https://b.example.com/'))
    expect(claim).toEqual({ outcome: 'done' })
    expect(await there.clients.find('billing')).toBe('one')
    expect(await there.clients.holderOf('https://a.example.com/')).toBe('billing')
    expect(await there.clients.holderOf('https://b.example.com/')).toBe('billing')
  })

  check('find and holderOf give nothing for what is unknown; redirect URIs are compared exactly', async ({ here }) => {
    await here.clients.create(entry('billing', 'one', 'https://a.example.com/cb'))
    expect(await here.clients.find('unknown')).toBeUndefined()
    for (const path of ['cb/', 'CB', 'c', 'cb?', ''])
      expect(await here.clients.holderOf(`https://a.example.com/${path}`)).toBeUndefined()
  })

  check('records are opaque: any text comes back as it was', async ({ here, there }) => {
    for (const [index, text] of AWKWARD_TEXTS.entries()) {
      await here.clients.create(entry(`client-${index}`, text))
      expect(await there.clients.find(`client-${index}`)).toBe(text)
    }
  })

  check('create of an id that is there does nothing: id-taken', async ({ here, there }) => {
    await here.clients.create(entry('billing', 'one'))
    expect(await there.clients.create(entry('billing', 'two', SHARED))).toEqual({ outcome: 'id-taken' })
    expect(await there.clients.create(entry('billing', 'two'))).toEqual({ outcome: 'id-taken' })
    expect(await here.clients.find('billing')).toBe('one')
    expect(await here.clients.holderOf(SHARED)).toBeUndefined()
  })

  check(
    'create with a redirect URI of another client claims nothing: redirect-uri-taken, with the URI and its holder',
    async ({ here, there }) => {
      await here.clients.create(entry('billing', 'one', SHARED))
      expect(await there.clients.create(entry('shop', 'two', 'https://free.example.com/', SHARED))).toEqual({
        outcome: 'redirect-uri-taken',
        redirectUri: SHARED,
        holder: 'billing',
      })
      expect(await here.clients.find('shop')).toBeUndefined()
      expect(await here.clients.holderOf('https://free.example.com/')).toBeUndefined()
      expect(await here.clients.holderOf(SHARED)).toBe('billing')
    },
  )

  check('of ten creations racing for one redirect URI, one is done and the rest name its holder', async (nodes) => {
    const claims = await race(nodes, 10, (node, turn) =>
      node.clients.create(entry(`client-${turn}`, 'one', `https://${turn}.example.com/`, SHARED)),
    )
    expect(tally(claims.map((claim) => claim.outcome))).toEqual({ done: 1, 'redirect-uri-taken': 9 })
    const winner = `client-${claims.findIndex((claim) => claim.outcome === 'done')}`
    expect(await nodes.here.clients.holderOf(SHARED)).toBe(winner)
    for (const claim of claims) if (claim.outcome === 'redirect-uri-taken') expect(claim.holder).toBe(winner)
    expect((await nodes.here.clients.list(undefined, 100)).total).toBe(1)
  })

  check('of ten creations racing for one id, one is done, and only its redirect URI is claimed', async (nodes) => {
    const claims = await race(nodes, 10, (node, turn) =>
      node.clients.create(entry('billing', `by ${turn}`, `https://${turn}.example.com/`)),
    )
    expect(tally(claims.map((claim) => claim.outcome))).toEqual({ done: 1, 'id-taken': 9 })
    const winner = claims.findIndex((claim) => claim.outcome === 'done')
    expect(await nodes.there.clients.find('billing')).toBe(`by ${winner}`)
    for (let turn = 0; turn < 10; turn += 1)
      expect(await nodes.here.clients.holderOf(`https://${turn}.example.com/`)).toBe(
        turn === winner ? 'billing' : undefined,
      )
  })

  check(
    'replace puts the record in place, claims new redirect URIs and frees dropped ones: done',
    async ({ here, there }) => {
      await here.clients.create(entry('billing', 'one', 'https://kept.example.com/', 'https://dropped.example.com/'))
      const next = entry('billing', 'two', 'https://kept.example.com/', 'https://new.example.com/')
      expect(await there.clients.replace('one', next)).toEqual({ outcome: 'done' })
      expect(await here.clients.find('billing')).toBe('two')
      expect(await here.clients.holderOf('https://kept.example.com/')).toBe('billing')
      expect(await here.clients.holderOf('https://new.example.com/')).toBe('billing')
      expect(await here.clients.create(entry('shop', 'one', 'https://dropped.example.com/'))).toEqual({
        outcome: 'done',
      })
    },
  )

  check(
    'replace that would take the redirect URI of another client does nothing: redirect-uri-taken',
    async ({ here, there }) => {
      await here.clients.create(entry('billing', 'one', SHARED))
      await here.clients.create(entry('shop', 'one', 'https://shop.example.com/'))
      expect(await there.clients.replace('one', entry('shop', 'two', 'https://free.example.com/', SHARED))).toEqual({
        outcome: 'redirect-uri-taken',
        redirectUri: SHARED,
        holder: 'billing',
      })
      expect(await here.clients.find('shop')).toBe('one')
      expect(await here.clients.holderOf('https://shop.example.com/')).toBe('shop')
      expect(await here.clients.holderOf('https://free.example.com/')).toBeUndefined()
    },
  )

  check(
    'replace of a record that is another by now does nothing: changed; of a client that is not there: missing',
    async ({ here, there }) => {
      await here.clients.create(entry('billing', 'one'))
      expect(await there.clients.replace('zero', entry('billing', 'two', SHARED))).toEqual({ outcome: 'changed' })
      expect(await there.clients.replace('one', entry('shop', 'two', SHARED))).toEqual({ outcome: 'missing' })
      expect(await here.clients.find('billing')).toBe('one')
      expect(await here.clients.find('shop')).toBeUndefined()
      expect(await here.clients.holderOf(SHARED)).toBeUndefined()
    },
  )

  check('of ten replacements of one record at once, one is done and the rest find it changed', async (nodes) => {
    await nodes.here.clients.create(entry('billing', 'one'))
    const claims = await race(nodes, 10, (node, turn) =>
      node.clients.replace('one', entry('billing', `by ${turn}`, `https://${turn}.example.com/`)),
    )
    expect(tally(claims.map((claim) => claim.outcome))).toEqual({ done: 1, changed: 9 })
    const winner = claims.findIndex((claim) => claim.outcome === 'done')
    expect(await nodes.here.clients.find('billing')).toBe(`by ${winner}`)
    for (let turn = 0; turn < 10; turn += 1)
      expect(await nodes.here.clients.holderOf(`https://${turn}.example.com/`)).toBe(
        turn === winner ? 'billing' : undefined,
      )
  })

  check(
    'remove takes the record away and frees id and redirect URIs: removed; again: missing',
    async ({ here, there }) => {
      await here.clients.create(entry('billing', 'one', SHARED))
      expect(await there.clients.remove('billing')).toBe('removed')
      expect(await there.clients.remove('billing')).toBe('missing')
      expect(await here.clients.find('billing')).toBeUndefined()
      expect(await here.clients.holderOf(SHARED)).toBeUndefined()
      expect((await here.clients.list(undefined, 10)).total).toBe(0)
      expect(await here.clients.create(entry('shop', 'two', SHARED))).toEqual({ outcome: 'done' })
      expect(await here.clients.create(entry('billing', 'two'))).toEqual({ outcome: 'done' })
    },
  )

  check('list gives records in order of id, page by page, and counts all', async ({ here, there }) => {
    expect(await here.clients.list(undefined, 10)).toEqual({ records: [], total: 0 })
    const records = { delta: '1st', alpha: '2nd', charlie: '3rd', bravo: '4th' }
    for (const [id, record] of Object.entries(records)) await here.clients.create(entry(id, record))
    expect(await there.clients.list(undefined, 3)).toEqual({ records: ['2nd', '4th', '3rd'], total: 4 })
    expect(await there.clients.list('charlie', 3)).toEqual({ records: ['1st'], total: 4 })
    expect(await there.clients.list('bz', 1)).toEqual({ records: ['3rd'], total: 4 })
    expect(await there.clients.list('delta', 3)).toEqual({ records: [], total: 4 })
  })
}
