/** Every kind of action, and what it does. */
import { administration } from './administration.ts'
import type { App, User } from './cast.ts'
import type { Action, Kind } from './plan.ts'
import type { Random } from './random.ts'
import { signIn, signOut, signOutEverywhere } from './sign-ins.ts'
import { refresh, refreshUnsent, replay, revoke, use } from './tokens.ts'
import { trouble } from './trouble.ts'
import type { World } from './world.ts'

export interface Performing {
  readonly action: Action
  readonly user: User
  readonly app: App
  readonly random: Random
}

/** @returns the outcome, for the story */
export type Perform = (world: World, performing: Performing) => Promise<string>

export const PERFORM: Readonly<Record<Kind, Perform>> = {
  'sign-in': signIn(1),
  'sign-in, code stolen': signIn(2),
  use,
  refresh: refresh(1),
  'refresh, twice': refresh(2),
  'refresh, unsent': refreshUnsent,
  replay,
  'revoke refresh token': revoke('refresh'),
  'revoke access token': revoke('access'),
  'sign-out': signOut,
  'sign-out everywhere': signOutEverywhere,
  ...administration,
  ...trouble,
}
