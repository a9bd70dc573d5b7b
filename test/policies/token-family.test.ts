import { accessTokenLiveness } from '../../policies/access-token-status.ts'
import { accessTokenDenied, detached, redeemed, rotated, type TokenFamily } from '../../policies/token-family.ts'
import { CODE_FAMILY } from './code-family.ts'

const FIRST = redeemed(CODE_FAMILY, 'r1', 110, 'stamp')

describe('a family from its code on (D-T3, D-T4)', () => {
  it('the exchange brings the first access token and the refresh token, and forgets what was for the code alone', () => {
    const { nonce: _nonce, redirectUri: _uri, codeChallenge: _challenge, ...lasting } = CODE_FAMILY
    const added = { stamp: 'stamp', usedAt: 110, serial: 1, denied: [], refreshHash: 'r1' }
    expect(FIRST).toStrictEqual({ ...lasting, ...added, phase: 'tokens' })
  })

  it('without offline_access there is no refresh token', () =>
    expect(redeemed(CODE_FAMILY, undefined, 110, 'stamp')).not.toHaveProperty('refreshHash'))

  it('a refresh replaces the refresh token, counts the access token, and keeps the sign-in', () =>
    expect(rotated(FIRST, 'r2', 120)).toStrictEqual({ ...FIRST, refreshHash: 'r2', usedAt: 120, serial: 2 }))

  it('a refresh forgets denials of tokens that have expired', () => {
    const family = {
      ...FIRST,
      denied: [
        [1, 115],
        [2, 120],
        [3, 121],
      ] as const,
    }
    expect(rotated(family, 'r2', 120).denied).toEqual([[3, 121]])
  })

  it('a denial is kept until the token would have expired, once for each token', () => {
    const once = accessTokenDenied(FIRST, 1, 1_010, 120)
    expect(once.denied).toEqual([[1, 1_010]])
    expect(accessTokenDenied(once, 1, 1_010, 121).denied).toEqual([[1, 1_010]])
    expect(accessTokenDenied(once, 2, 2_000, 1_010).denied).toEqual([[2, 2_000]])
  })

  it('is detached from its session once: later ends change nothing', () => {
    const family = detached({ ...FIRST, serial: 4 })
    expect(family.detachedAt).toBe(4)
    expect(detached({ ...family, serial: 6 }).detachedAt).toBe(4)
  })
})

/**
 * All sequences of events in a family, with a second model of the same that only lists tokens: the active ones must be
 * the same in both, at every step.
 */
describe('every history of six steps (D-T4, D-T10, D-S3)', () => {
  type Step = 'refresh' | 'deny the newest' | 'deny the first' | 'the session ends' | 'time passes'
  const STEPS: readonly Step[] = ['refresh', 'deny the newest', 'deny the first', 'the session ends', 'time passes']
  const LIFE = 900

  interface Issued {
    readonly serial: number
    readonly exp: number
    dead: boolean
  }
  interface World {
    readonly family: TokenFamily
    readonly issued: readonly Issued[]
    readonly sessionEnded: boolean
    readonly now: number
  }

  const deny = (world: World, token: Issued | undefined): World =>
    token === undefined || token.exp <= world.now
      ? world
      : {
          ...world,
          family: accessTokenDenied(world.family, token.serial, token.exp, world.now),
          issued: world.issued.map((other) => (other.serial === token.serial ? { ...other, dead: true } : other)),
        }

  function after(world: World, step: Step): World {
    switch (step) {
      case 'deny the newest':
        return deny(world, world.issued.at(-1))
      case 'deny the first':
        return deny(world, world.issued[0])
      case 'the session ends':
        return world.sessionEnded
          ? world
          : { ...world, sessionEnded: true, issued: world.issued.map((token) => ({ ...token, dead: true })) }
      case 'time passes':
        return { ...world, now: world.now + 400 }
      case 'refresh': {
        const next = rotated(world.family, `r${world.now}-${world.family.serial + 1}`, world.now)
        return {
          ...world,
          family: world.sessionEnded ? detached(next) : next,
          issued: [...world.issued, { serial: next.serial, exp: world.now + LIFE, dead: false }],
        }
      }
    }
  }

  function check({ family, issued, sessionEnded, now }: World, history: readonly Step[]): void {
    for (const { serial, exp, dead } of issued) {
      // Whether an expired one is alive is not the family's business: its times say no.
      if (exp <= now) continue
      const client = { active: true, epoch: 'e' }
      const liveness = accessTokenLiveness(family, serial, {
        client,
        subjectGeneration: 3,
        clientGeneration: 0,
        sessionEnded,
        sessionRevoked: false,
      })
      if ((liveness === 'alive') === dead)
        throw new Error(`token ${serial} is ${liveness} after: ${history.join(', ')}`)
    }
    if (family.denied.length > issued.length) throw new Error(`denials pile up after: ${history.join(', ')}`)
  }

  it('leaves alive what was not revoked, and nothing else', () => {
    let histories = 0
    const explore = (world: World, history: readonly Step[]): void => {
      check(world, history)
      histories += 1
      if (history.length < 6) for (const step of STEPS) explore(after(world, step), [...history, step])
    }
    explore({ family: FIRST, issued: [{ serial: 1, exp: 110 + LIFE, dead: false }], sessionEnded: false, now: 110 }, [])
    expect(histories).toBe((5 ** 7 - 1) / 4)
  })
})
