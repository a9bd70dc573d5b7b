import type { FirstPartyServices } from '../apps/first-party/relying-party.ts'
import type { Service } from './service.ts'

/** The named members of a group of the service: what a handler takes of it. */
export function pick<Group extends object, Name extends keyof Group>(
  group: Group,
  ...names: readonly Name[]
): Pick<Group, Name> {
  return Object.fromEntries(names.map((name) => [name, group[name]])) as Pick<Group, Name>
}

/** What signing out takes, and every app of our own. */
export const firstPartyServices = ({ site, accounts, domain, tokens, web }: Service): FirstPartyServices => ({
  ...pick(web, 'pages', 'csrf', 'engine', 'signedOut', 'forwarding'),
  issuer: tokens.issuer,
  users: accounts.users,
  ending: domain.ending,
  accountHref: site.accountHref,
})
