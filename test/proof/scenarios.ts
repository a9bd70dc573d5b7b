/** The concurrent actors, and the state before they begin. */
import type { Entry } from './history.ts'
import type { Deed, Tokens, World } from './world.ts'

/** `code`: not redeemed yet; `tokens`: redeemed; `rotated`: refreshed once, so that there is an old refresh token. */
export type Given = 'code' | 'tokens' | 'rotated'

export interface Scene {
  readonly world: World
  readonly code: string
  /** From the first on; the last ones are alive. */
  readonly tokens: readonly Tokens[]
}

export type Ask = (deed: Deed) => Promise<{ readonly entry: Pick<Entry, 'status'>; readonly tokens?: Tokens }>
export type Script = (ask: Ask, scene: Scene) => Promise<unknown>

const refreshToken = ({ tokens }: Scene, which: 'first' | 'last'): string =>
  (which === 'first' ? tokens[0] : tokens.at(-1))?.refresh ?? ''
const accessToken = ({ tokens }: Scene): string => tokens.at(-1)?.access ?? ''

/** Repeats the request after 503, as RFC 9110 s15.6.4 allows. */
const again =
  (deed: (scene: Scene) => Deed): Script =>
  async (ask, scene) => {
    const { entry } = await ask(deed(scene))
    if (entry.status === 503) await ask(deed(scene))
  }

export const ACTORS = {
  redeem: (ask, { world, code }) => ask(world.redeem(code)),
  refresh: (ask, scene) => ask(scene.world.refresh(refreshToken(scene, 'last'))),
  'redeem, again': again(({ world, code }) => world.redeem(code)),
  'refresh, again': again((scene) => scene.world.refresh(refreshToken(scene, 'last'))),
  'redeem, unsent': (ask, { world, code }) => ask(world.redeem(code, true)),
  'refresh, unsent': (ask, scene) => ask(scene.world.refresh(refreshToken(scene, 'last'), true)),
  'refresh, unsent, again': async (ask, scene) => {
    await ask(scene.world.refresh(refreshToken(scene, 'last'), true))
    const { entry } = await ask(scene.world.refresh(refreshToken(scene, 'last')))
    if (entry.status !== 200) throw new Error('an unsent response has used the token up')
  },
  replay: (ask, scene) => ask(scene.world.refresh(refreshToken(scene, 'first'))),
  'refresh twice': async (ask, scene) => {
    const { tokens } = await ask(scene.world.refresh(refreshToken(scene, 'last')))
    if (tokens?.refresh !== undefined) await ask(scene.world.refresh(tokens.refresh))
  },
  'revoke refresh': (ask, scene) => ask(scene.world.revoke(refreshToken(scene, 'last'))),
  'revoke access': (ask, scene) => ask(scene.world.revoke(accessToken(scene))),
  'introspect access': (ask, scene) => ask(scene.world.introspect(accessToken(scene))),
  'introspect refresh': (ask, scene) => ask(scene.world.introspect(refreshToken(scene, 'last'))),
  disable: (ask, { world }) => ask(world.disable),
  'disable, enable': async (ask, { world }) => {
    await ask(world.disable)
    await ask(world.enable)
  },
  logout: (ask, { world }) => ask(world.logout),
  'end session': (ask, { world }) => ask(world.endSession),
  'withdraw access': (ask, { world }) => ask(world.withdraw),
} as const satisfies Readonly<Record<string, Script>>

export type Actor = keyof typeof ACTORS

const ON_TOKENS = ['revoke refresh', 'revoke access', 'introspect access', 'introspect refresh'] as const
const ENDS = ['disable', 'disable, enable', 'logout', 'end session', 'withdraw access'] as const

/** Which actors can meet, by the initial state. */
export const MEETINGS: Readonly<Record<Given, readonly Actor[]>> = {
  code: ['redeem', 'redeem, unsent', ...ENDS],
  tokens: ['redeem', 'refresh', 'refresh, unsent', 'refresh twice', ...ON_TOKENS, ...ENDS],
  rotated: ['redeem', 'replay', 'refresh', 'refresh, unsent', ...ON_TOKENS, ...ENDS],
}

export function pairs(given: Given): readonly (readonly [Actor, Actor])[] {
  const who = MEETINGS[given]
  return who.flatMap((one, index) => who.slice(index).map((other) => [one, other] as const))
}
