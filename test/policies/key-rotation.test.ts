import {
  JWKS_MAX_AGE_SECONDS,
  type KeyStep,
  type KeyTimes,
  keyState,
  nextKeyStep,
  type RotationSettings,
} from '../../policies/key-rotation.ts'

const SETTINGS: RotationSettings = { rotateAfter: 1_000, prePublish: 100, withdrawAfter: 200, rememberFor: 5_000 }
const current: KeyTimes = { kid: 'current', publishedAt: 0, activatedAt: 0 }
const next: KeyTimes = { kid: 'next', publishedAt: 10 }
const previous: KeyTimes = { kid: 'previous', publishedAt: 0, activatedAt: 0, retiredAt: 500 }
const older: KeyTimes = { kid: 'older', publishedAt: 0, activatedAt: 0, retiredAt: 400 }

describe('the state of a key (D-T13)', () => {
  it.each([
    ['next', next],
    ['current', current],
    ['previous', previous],
  ])('%s', (state, key) => expect(keyState(key)).toBe(state))

  it('keys are cached for five minutes (D-G8)', () => expect(JWKS_MAX_AGE_SECONDS).toBe(300))
})

describe('the step that is due', () => {
  it.each<[string, KeyStep, readonly KeyTimes[], number, boolean]>([
    [
      'the first key signs immediately: no client can have a set without it',
      { do: 'add', activate: true },
      [],
      0,
      false,
    ],
    ['the first key, also when one is asked for', { do: 'add', activate: true }, [], 0, true],
    ['a next key, published long before it is needed', { do: 'add', activate: false }, [current], 0, false],
    ['nothing while the current key is young', { do: 'nothing' }, [current, next], 999, false],
    ['promotion when the current key is old enough', { do: 'promote', kid: 'next' }, [current, next], 1_000, false],
    ['not before the next key is known', { do: 'nothing' }, [current, { kid: 'next', publishedAt: 950 }], 1_049, false],
    ['promotion at once on command', { do: 'promote', kid: 'next' }, [current, next], 110, true],
    ['on command, too, the next key must be published long enough', { do: 'nothing' }, [current, next], 109, true],
    ['no withdrawal while a token may live', { do: 'nothing' }, [previous, current, next], 699, false],
    ['withdrawal after the last token', { do: 'withdraw', kid: 'previous' }, [previous, current, next], 700, false],
    ['one withdrawal after the other', { do: 'withdraw', kid: 'older' }, [older, previous, current, next], 700, false],
    ['the next key before any withdrawal', { do: 'add', activate: false }, [older, current], 700, false],
    ['promotion before any withdrawal', { do: 'promote', kid: 'next' }, [older, current, next], 1_000, false],
  ])('%s', (_, step, keys, now, commanded) =>
    expect(nextKeyStep({ keys, withdrawn: [], commanded }, now, SETTINGS)).toEqual(step),
  )

  it.each<[string, KeyStep, number]>([
    ['a withdrawn key is remembered as long as a session may live', { do: 'nothing' }, 5_699],
    ['and then forgotten', { do: 'forget', kid: 'old' }, 5_700],
  ])('%s', (_, step, now) => {
    const withdrawn = [{ kid: 'old', withdrawnAt: 700 }]
    const keys = [{ ...current, activatedAt: now }, next]
    expect(nextKeyStep({ keys, withdrawn, commanded: false }, now, SETTINGS)).toEqual(step)
  })
})

/**
 * Every state that two nodes can bring the keys into: at any moment one of them looks, an administrator asks for the
 * next key, a process dies between two steps, or a second passes. Each node signs with the key it saw current when it
 * looked last, which is `LAG` seconds ago at most; the clock of the second node is `skew` seconds ahead.
 */
describe.each([
  { name: 'clocks in step', skew: 0 },
  { name: 'the clocks of two nodes a second apart', skew: 1 },
])('every interleaving of looks, commands, deaths and time ($name)', ({ skew }) => {
  const LIFE = 2
  const LAG = 1
  const CACHE = 2
  const KEYS_MAX = 5
  const settings: RotationSettings = {
    rotateAfter: 4,
    prePublish: CACHE + LAG + skew,
    withdrawAfter: LIFE + LAG + 2 * skew,
    rememberFor: 0,
  }
  const clocks = [0, skew] as const

  interface Key extends KeyTimes {
    /** When it stood in the store by true time, and when the last token that it signed expires. */
    readonly knownSince: number
    readonly usedUntil: number
    readonly first: boolean
  }
  interface Node {
    readonly kid: string | undefined
    readonly lookedAt: number
  }
  interface World {
    readonly now: number
    readonly keys: readonly Key[]
    readonly commanded: boolean
    readonly nodes: readonly Node[]
    readonly made: number
  }

  /** The effect of a step (lib/domain/keys/key-ring.ts). */
  function done(world: World, step: KeyStep, clock: number): World {
    switch (step.do) {
      case 'nothing':
        return world
      case 'add': {
        const key: Key = {
          kid: `k${world.made}`,
          publishedAt: clock,
          knownSince: world.now,
          usedUntil: 0,
          first: world.made === 0,
          ...(step.activate ? { activatedAt: clock } : {}),
        }
        return { ...world, keys: [...world.keys, key], made: world.made + 1 }
      }
      case 'promote':
        return {
          ...world,
          commanded: false,
          keys: world.keys.map((key) => {
            if (key.kid === step.kid) return { ...key, activatedAt: clock }
            return keyState(key) === 'current' ? { ...key, retiredAt: clock } : key
          }),
        }
      case 'withdraw': {
        const key = world.keys.find(({ kid }) => kid === step.kid)
        if (key === undefined || keyState(key) !== 'previous')
          throw new Error('a key that is not previous is withdrawn')
        if (world.now < key.usedUntil) throw new Error('a key is withdrawn while a token that it signed lives')
        return { ...world, keys: world.keys.filter(({ kid }) => kid !== step.kid) }
      }
      case 'forget':
        throw new Error('nothing is remembered here')
    }
  }

  const step = (world: World, clock: number): World =>
    done(world, nextKeyStep({ ...world, withdrawn: [] }, clock, settings), clock)

  function settled(world: World, clock: number): World {
    for (let left = KEYS_MAX + 3; left > 0; left -= 1) {
      const after = step(world, clock)
      if (after === world) return world
      world = after
    }
    throw new Error('the steps do not come to an end')
  }

  /**
   * Every node signs a token at every moment; a verifier may have fetched the keys `CACHE` seconds ago, from a node
   * that had looked `LAG` seconds before.
   */
  function signed(world: World): World {
    const keys = world.keys.map((key) => {
      const uses = world.nodes.flatMap(({ kid }, index) =>
        kid === key.kid ? [world.now + (clocks[index] ?? 0) + LIFE] : [],
      )
      const known = key.first || world.now >= key.knownSince + CACHE + LAG
      if (uses.length > 0 && !known) throw new Error('a key signs that some client may not have yet')
      return { ...key, usedUntil: Math.max(key.usedUntil, ...uses) }
    })
    for (const { kid } of world.nodes) {
      if (kid !== undefined && !keys.some((key) => key.kid === kid))
        throw new Error('a node signs with a key that is withdrawn')
    }
    const count = (state: string): number => keys.filter((key) => keyState(key) === state).length
    if (keys.length > 0 && count('current') !== 1) throw new Error('there is not exactly one current key')
    if (count('next') > 1) throw new Error('there is more than one next key')
    return { ...world, keys }
  }

  function following(world: World): readonly World[] {
    const looks = clocks.map((offset, index) => {
      const after = settled(world, world.now + offset)
      const kid = after.keys.find((key) => keyState(key) === 'current')?.kid
      return {
        ...after,
        nodes: after.nodes.map((node, place) => (place === index ? { kid, lookedAt: after.now } : node)),
      }
    })
    const deaths = clocks.map((offset) => step(world, world.now + offset))
    const inTime = world.nodes.every(({ lookedAt }) => world.now < lookedAt + LAG)
    return [...looks, ...deaths, { ...world, commanded: true }, ...(inTime ? [{ ...world, now: world.now + 1 }] : [])]
  }

  /** Two worlds in which the same can happen are one: ages count, not dates, and only as far as they matter. */
  function essence({ now, keys, commanded, nodes }: World): string {
    const age = (at: number | undefined): number | undefined => (at === undefined ? undefined : Math.min(now - at, 12))
    const kids = keys.map(({ kid }) => kid)
    return JSON.stringify([
      commanded,
      nodes.map((node) => [kids.indexOf(node.kid ?? ''), age(node.lookedAt)]),
      keys.map(({ publishedAt, activatedAt, retiredAt, knownSince, usedUntil, first }) => [
        age(publishedAt),
        age(activatedAt),
        age(retiredAt),
        age(knownSince),
        Math.max(usedUntil - now, 0),
        first,
      ]),
    ])
  }

  it('has one current key, known to all before it signs, and none withdrawn too early', () => {
    const seen = new Set<string>()
    const fresh: Node = { kid: undefined, lookedAt: 100 }
    let frontier: World[] = [{ now: 100, keys: [], commanded: false, nodes: [fresh, fresh], made: 0 }]
    let promotions = 0
    while (frontier.length > 0) {
      const found: World[] = []
      for (const world of frontier.flatMap(following)) {
        const after = signed(world)
        const form = essence(after)
        if (seen.has(form)) continue
        seen.add(form)
        promotions += after.keys.some((key) => !key.first && keyState(key) === 'current') ? 1 : 0
        // A process that dies at every look piles keys up; beyond this many there is nothing new.
        if (after.keys.length <= KEYS_MAX) found.push(after)
      }
      frontier = found
    }
    expect(seen.size).toBeGreaterThan(300)
    expect(promotions).toBeGreaterThan(100)
  })
})
