import { ACR_TWO_FACTORS } from '../../../policies/authentication-context.ts'
import { checkPanelAccess, PANEL_CLIENT_ID } from '../../../policies/panel-access.ts'
import {
  decideSecondFactor,
  hasGrace,
  includes,
  isInForce,
  requiredOf,
  type SecondFactorRule,
} from '../../../policies/second-factor.ts'
import type { Configuration } from '../../config/configuration.ts'
import { dayIn } from '../../config/data/day.ts'
import type { Client } from '../clients/client-record.ts'
import type { FactorRecord, FactorRecords } from './factors/factor-record.ts'
import {
  askedPasskeys,
  asksSecondStep,
  type FactorRepositories,
  type SecondFactorsOf,
  secondFactorsOf,
} from './factors/second-factors.ts'
import type { User } from './user-directory.ts'

/** A sign-in. `acr`: what it reached. `signedInAt`: in seconds since the epoch. */
export interface SignInStrength {
  readonly acr: string | undefined
  readonly signedInAt: number
}

/**
 * `not-required`: no rule includes the user. `grace`: a rule does, but an administrator has granted the user time.
 * `met`: the sign-in used two factors. `use`, `set-up`: the user must use a second factor, or has none yet.
 */
export type RequirementState = 'not-required' | 'grace' | 'met' | 'use' | 'set-up'

/** `rule`: the first day on which the user needs a second factor. `grace`: the last day without one. */
export interface SecondFactorDue {
  readonly by: 'rule' | 'grace'
  readonly day: Date
}

type RuledClient = Pick<Client, 'clientId'> & { readonly access?: Client['access'] | undefined }
type RequiredUser = Pick<User, 'sub' | 'roles'>

export interface RequirementParts {
  readonly settings: Configuration['login']['secondFactor']
  readonly users: FactorRepositories
  readonly records: Pick<FactorRecords, 'read'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export type SecondFactorRequirement = ReturnType<typeof secondFactorRequirement>

/** Evaluates the rules of policies/second-factor.ts. Reads the store only for users who must have two factors. */
export function secondFactorRequirement({ settings, users, records, now }: RequirementParts) {
  const { trustedBrowsers } = settings
  const rule = ruleOf(settings)
  const required = ({ clientId, access }: RuledClient) =>
    requiredOf(rule, { isPanel: clientId === PANEL_CLIENT_ID, secondFactor: access?.secondFactor === true }, now())
  const isAsked = async (client: RuledClient, { sub, roles }: RequiredUser): Promise<'no' | 'grace' | 'yes'> => {
    if (!includes(required(client), roles)) return 'no'
    return isGraceOf(await records.read(sub), now()) ? 'grace' : 'yes'
  }
  return {
    rule,
    /** The users who must have two factors at this client now. Changes when a rule changes or comes into force. */
    required,
    isInForce: (): boolean => isInForce(rule, now()),
    async stateOf(user: RequiredUser, client: RuledClient, { acr, signedInAt }: SignInStrength) {
      const isMet = acr === ACR_TWO_FACTORS
      const asked = isMet ? 'no' : await isAsked(client, user)
      if (asked !== 'yes') return isMet ? 'met' : asked === 'no' ? 'not-required' : 'grace'
      const oldestFactorAt = oldestOf(await secondFactorsOf(users, user.sub))
      return decideSecondFactor({ acr, signedInAt, oldestFactorAt, trustedBrowsers })
    },
    /** Whether the sign-in is enough for this client. */
    async isMet(user: RequiredUser, client: RuledClient, signIn: SignInStrength): Promise<boolean> {
      const state: RequirementState = await this.stateOf(user, client, signIn)
      return state !== 'use' && state !== 'set-up'
    },
    /** Until when a user without a second factor can still sign in without one; undefined if no rule is to come. */
    async dueOf(user: RequiredUser, acr: string | undefined): Promise<SecondFactorDue | undefined> {
      // An external provider can have proved two factors.
      if (acr === ACR_TWO_FACTORS) return undefined
      const isRuled = willInclude(rule, user.roles)
      const record = await records.read(user.sub)
      const graceUntil = isGraceOf(record, now()) ? Date.parse(record?.graceUntil ?? '') : undefined
      const from = isRuled && rule.from > now() ? rule.from : undefined
      if ((from ?? graceUntil) === undefined || asksSecondStep(await secondFactorsOf(users, user.sub))) return undefined
      return graceUntil !== undefined && graceUntil >= (from ?? 0)
        ? { by: 'grace', day: new Date(graceUntil) }
        : { by: 'rule', day: new Date(from ?? 0) }
    },
    /** Whether a trusted browser can replace the user's second factor at this client. */
    allowsTrust: async (user: RequiredUser, client: RuledClient): Promise<boolean> =>
      trustedBrowsers || (await isAsked(client, user)) !== 'yes',
  }
}

/** Whether the rule includes a user, also if its day has not come. The panel asks its users under every rule. */
export const willInclude = ({ require }: SecondFactorRule, roles: readonly string[] | undefined): boolean =>
  includes(require, roles) || (require !== 'nobody' && checkPanelAccess(roles ?? [], 'enter').allowed)

/** Whether an administrator has granted the user time to set up a second factor. */
export const isGraceOf = (record: Pick<FactorRecord, 'graceUntil'> | undefined, now: number): boolean =>
  hasGrace(record?.graceUntil === undefined ? undefined : Date.parse(record.graceUntil), now)

/** Whether a grace can be granted until this day (YYYY-MM-DD), because the day exists and is not over. */
export const isGraceDay = (text: string, now: number): boolean => hasGrace(dayIn(text), now)

/** The rule as configured; `from` is a day (UTC). */
export const ruleOf = ({ require, from }: RequirementParts['settings']): SecondFactorRule => ({
  require,
  from: from === undefined ? 0 : Date.parse(from),
})

function oldestOf({ passkeys, totp }: SecondFactorsOf): number | undefined {
  const times = [
    ...askedPasskeys(passkeys).map(({ createdAt }) => createdAt),
    ...(totp === undefined ? [] : [totp.addedAt]),
  ]
  return times.length === 0 ? undefined : Math.min(...times)
}
