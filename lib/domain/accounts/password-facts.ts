import type { PasswordFacts } from '../../../policies/new-password.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { User } from './user.ts'

/** What the password of a user is checked against. */
export function passwordFacts(
  { theme: { productName }, baseUrl }: Pick<Configuration, 'theme' | 'baseUrl'>,
  isListed: PasswordFacts['isListed'],
): (user: User) => PasswordFacts {
  const { hostname } = new URL(baseUrl)
  return ({ name, given_name, family_name, preferred_username, email }) => ({
    words: [name, given_name, family_name, preferred_username, email, productName, hostname].filter(
      (word) => word !== undefined,
    ),
    secondFactor: 'optional',
    isListed,
  })
}
