import type { PasswordFacts } from '../../../policies/new-password.ts'
import { includes, requiredOf } from '../../../policies/second-factor.ts'
import type { Configuration } from '../../config/configuration.ts'
import { ruleOf } from './second-factor-requirement.ts'
import type { User } from './user.ts'

const ANY_APP = { isPanel: false, secondFactor: false }

/** What the password of a user is checked against. */
export function passwordFacts(
  { theme: { productName }, baseUrl, login }: Pick<Configuration, 'theme' | 'baseUrl' | 'login'>,
  isListed: PasswordFacts['isListed'],
  now: () => number,
): (user: User) => PasswordFacts {
  const { hostname } = new URL(baseUrl)
  const { trustedBrowsers } = login.secondFactor
  const rule = ruleOf(login.secondFactor)
  return ({ name, given_name, family_name, preferred_username, email, roles }) => ({
    words: [name, given_name, family_name, preferred_username, email, productName, hostname].filter(
      (word) => word !== undefined,
    ),
    // Only the rule of the deployment applies at every app. In a trusted browser, the password is the only factor.
    secondFactor: !trustedBrowsers && includes(requiredOf(rule, ANY_APP, now()), roles) ? 'required' : 'optional',
    isListed,
  })
}
