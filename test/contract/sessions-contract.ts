import { expect } from './expect.ts'
import { AWKWARD_TEXTS, BRIEF, type Check, LONG, OVER, race, tally } from './nodes.ts'

/** Promises of `lib/ports/sessions.ts`. */
export function sessionsContract(check: Check): void {
  check('read gives base and clients as they were written, on every node', async ({ here, there }) => {
    expect(await here.sessions.read('k')).toBeUndefined()
    await here.sessions.write('k', 'base', LONG)
    expect(await there.sessions.read('k')).toEqual({ base: 'base', clients: {} })
    await there.sessions.join('k', 'billing', 'entry')
    expect(await here.sessions.read('k')).toEqual({ base: 'base', clients: { billing: 'entry' } })
  })

  check('base and entries are opaque: any text comes back as it was', async ({ here, there }) => {
    for (const [index, text] of AWKWARD_TEXTS.entries()) {
      await here.sessions.write(`k${index}`, text, LONG)
      await here.sessions.join(`k${index}`, 'billing', text)
      expect(await there.sessions.read(`k${index}`)).toEqual({ base: text, clients: { billing: text } })
    }
  })

  check('a client may be called anything, "base" or "__proto__" included', async ({ here }) => {
    await here.sessions.write('k', 'base', LONG)
    for (const id of ['base', 'clients', '__proto__', 'constructor'])
      await here.sessions.join('k', id, `entry of ${id}`)
    const entry = await here.sessions.read('k')
    expect(entry?.base).toBe('base')
    expect(Object.entries(entry?.clients ?? {}).toSorted()).toEqual(
      ['__proto__', 'base', 'clients', 'constructor'].map((id) => [id, `entry of ${id}`]),
    )
  })

  check('write changes the base and leaves the clients as they are', async ({ here, there }) => {
    await here.sessions.write('k', 'one', LONG)
    await here.sessions.join('k', 'billing', 'entry')
    await there.sessions.write('k', 'two', LONG)
    expect(await here.sessions.read('k')).toEqual({ base: 'two', clients: { billing: 'entry' } })
  })

  check(
    'join adds an entry: joined; where there is one it stays: already; without a session: missing',
    async ({ here, there }) => {
      await here.sessions.write('k', 'base', LONG)
      expect(await here.sessions.join('k', 'billing', 'one')).toEqual({ outcome: 'joined', entry: 'one' })
      expect(await there.sessions.join('k', 'billing', 'two')).toEqual({ outcome: 'already', entry: 'one' })
      expect(await here.sessions.join('unknown', 'billing', 'one')).toEqual({ outcome: 'missing' })
      expect(await here.sessions.read('unknown')).toBeUndefined()
    },
  )

  check('two tabs that join one client at once agree on one entry', async (nodes) => {
    await nodes.here.sessions.write('k', 'base', LONG)
    const answers = await race(nodes, 20, (node, turn) => node.sessions.join('k', 'billing', `by ${turn}`))
    expect(tally(answers.map((answer) => answer.outcome))).toEqual({ joined: 1, already: 19 })
    const kept = `by ${answers.findIndex((answer) => answer.outcome === 'joined')}`
    for (const answer of answers) expect('entry' in answer && answer.entry).toBe(kept)
    expect(await nodes.here.sessions.read('k')).toEqual({ base: 'base', clients: { billing: kept } })
  })

  check('clients that join at once, beside writes of the base, are all kept', async (nodes) => {
    await nodes.here.sessions.write('k', 'base', LONG)
    await race<unknown>(nodes, 20, (node, turn) =>
      turn % 5 === 4 ? node.sessions.write('k', 'base', LONG) : node.sessions.join('k', `client-${turn}`, 'entry'),
    )
    expect(Object.keys((await nodes.here.sessions.read('k'))?.clients ?? {})).toHaveLength(16)
  })

  check(
    'amend replaces the entry of a client that is in: amended; otherwise nothing: missing',
    async ({ here, there }) => {
      await here.sessions.write('k', 'base', LONG)
      await here.sessions.join('k', 'billing', 'one')
      expect(await there.sessions.amend('k', 'billing', 'two')).toBe('amended')
      expect(await there.sessions.amend('k', 'shop', 'two')).toBe('missing')
      expect(await there.sessions.amend('unknown', 'billing', 'two')).toBe('missing')
      expect(await here.sessions.read('k')).toEqual({ base: 'base', clients: { billing: 'two' } })
      expect(await here.sessions.read('unknown')).toBeUndefined()
    },
  )

  check('move takes the record with all its clients to the new key', async ({ here, there }) => {
    await here.sessions.write('old', 'base', LONG)
    await here.sessions.join('old', 'billing', 'entry')
    await there.sessions.move('old', 'new')
    expect(await here.sessions.read('old')).toBeUndefined()
    expect(await here.sessions.read('new')).toEqual({ base: 'base', clients: { billing: 'entry' } })
    expect(await here.sessions.join('old', 'shop', 'entry')).toEqual({ outcome: 'missing' })
    expect(await here.sessions.join('new', 'shop', 'entry')).toEqual({ outcome: 'joined', entry: 'entry' })
  })

  check('move of what is missing is no error, also when it is sent twice', async ({ here, there }) => {
    await here.sessions.move('unknown', 'new')
    expect(await here.sessions.read('new')).toBeUndefined()
    await here.sessions.write('old', 'base', LONG)
    await here.sessions.move('old', 'new')
    await there.sessions.move('old', 'new')
    expect(await here.sessions.read('new')).toEqual({ base: 'base', clients: {} })
  })

  check('move keeps the time of the record', async ({ here, pass }) => {
    await here.sessions.write('brief', 'base', BRIEF)
    await here.sessions.write('long', 'base', LONG)
    await here.sessions.move('brief', 'brief-moved')
    await here.sessions.move('long', 'long-moved')
    await pass(OVER)
    expect(await here.sessions.read('brief-moved')).toBeUndefined()
    expect((await here.sessions.read('long-moved'))?.base).toBe('base')
  })

  check('a session whose time is over is gone, for read, join, amend and move', async ({ here, there, pass }) => {
    await here.sessions.write('k', 'base', BRIEF)
    await here.sessions.join('k', 'billing', 'entry')
    await pass(OVER)
    expect(await there.sessions.read('k')).toBeUndefined()
    expect(await there.sessions.join('k', 'shop', 'entry')).toEqual({ outcome: 'missing' })
    expect(await there.sessions.join('k', 'billing', 'entry')).toEqual({ outcome: 'missing' })
    expect(await there.sessions.amend('k', 'billing', 'two')).toBe('missing')
    await there.sessions.move('k', 'new')
    expect(await there.sessions.read('new')).toBeUndefined()
  })

  check('write gives the record a new time, and its clients with it', async ({ here, pass }) => {
    await here.sessions.write('k', 'base', BRIEF)
    await here.sessions.join('k', 'billing', 'entry')
    await here.sessions.write('k', 'base', LONG)
    await pass(OVER)
    expect(await here.sessions.read('k')).toEqual({ base: 'base', clients: { billing: 'entry' } })
  })

  check(
    'a session written again after it was removed or its time was over begins without clients',
    async ({ here, pass }) => {
      for (const [key, life] of [
        ['removed', LONG],
        ['expired', BRIEF],
      ] as const) {
        await here.sessions.write(key, 'base', life)
        await here.sessions.join(key, 'billing', 'entry')
      }
      await here.sessions.remove('removed')
      await here.sessions.remove('unknown')
      await pass(OVER)
      for (const key of ['removed', 'expired']) {
        expect(await here.sessions.read(key)).toBeUndefined()
        await here.sessions.write(key, 'again', LONG)
        expect(await here.sessions.read(key)).toEqual({ base: 'again', clients: {} })
      }
    },
  )

  check('linked gives the sessions of that subject; the same uid again replaces its line', async ({ here, there }) => {
    await here.sessions.link('alice', { uid: 'u1', key: 'k1', about: 'phone' }, LONG)
    await here.sessions.link('alice', { uid: 'u2', key: 'k2', about: '' }, LONG)
    await here.sessions.link('bob', { uid: 'u3', key: 'k3', about: 'desk' }, LONG)
    await there.sessions.link('alice', { uid: 'u1', key: 'k1 again', about: 'phone\n"again"' }, LONG)
    const lines = await there.sessions.linked('alice')
    expect(lines.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))).toEqual([
      { uid: 'u1', key: 'k1 again', about: 'phone\n"again"' },
      { uid: 'u2', key: 'k2', about: '' },
    ])
    expect(await there.sessions.linked('unknown')).toEqual([])
  })

  check('sessions linked at once on two nodes are all on the list', async (nodes) => {
    await race(nodes, 20, (node, turn) =>
      node.sessions.link('alice', { uid: `u${turn}`, key: `k${turn}`, about: '' }, LONG),
    )
    expect(await nodes.here.sessions.linked('alice')).toHaveLength(20)
  })

  check('unlink takes one line away; unlinking what is missing is no error', async ({ here, there }) => {
    await here.sessions.link('alice', { uid: 'u1', key: 'k1', about: '' }, LONG)
    await here.sessions.link('alice', { uid: 'u2', key: 'k2', about: '' }, LONG)
    await there.sessions.unlink('alice', 'u1')
    await there.sessions.unlink('alice', 'u1')
    await there.sessions.unlink('unknown', 'u1')
    expect((await here.sessions.linked('alice')).map((link) => link.uid)).toEqual(['u2'])
  })

  check('a line goes when its time is over; linking again gives it a new time', async ({ here, pass }) => {
    await here.sessions.link('alice', { uid: 'brief', key: 'k', about: '' }, BRIEF)
    await here.sessions.link('alice', { uid: 'long', key: 'k', about: '' }, LONG)
    await here.sessions.link('alice', { uid: 'again', key: 'k', about: '' }, BRIEF)
    await here.sessions.link('alice', { uid: 'again', key: 'k', about: '' }, LONG)
    await pass(OVER)
    expect((await here.sessions.linked('alice')).map((link) => link.uid).toSorted()).toEqual(['again', 'long'])
  })

  check('subjects gives those that have sessions, in order, page by page', async ({ here, there, pass }) => {
    expect(await here.sessions.subjects(undefined, 10)).toEqual([])
    for (const subject of ['dora', 'alice', 'carol', 'bob', 'gone']) {
      for (const uid of ['u1', 'u2']) await here.sessions.link(subject, { uid, key: 'k', about: '' }, LONG)
    }
    await here.sessions.link('expired', { uid: 'u1', key: 'k', about: '' }, BRIEF)
    for (const uid of ['u1', 'u2']) await here.sessions.unlink('gone', uid)
    await here.sessions.unlink('dora', 'u1')
    await pass(OVER)
    expect(await there.sessions.subjects(undefined, 3)).toEqual(['alice', 'bob', 'carol'])
    expect(await there.sessions.subjects('carol', 3)).toEqual(['dora'])
    expect(await there.sessions.subjects('az', 1)).toEqual(['bob'])
    expect(await there.sessions.subjects('dora', 3)).toEqual([])
  })
}
