import type { FirstPartyServices } from '../apps/first-party/relying-party.ts'
import type { Service } from './service.ts'

/** Copies only the named members of a group of services, so that a handler receives no others. */
export function pick<Group extends object, Name extends keyof Group>(
  group: Group,
  ...names: readonly Name[]
): Pick<Group, Name> {
  return Object.fromEntries(names.map((name) => [name, group[name]])) as Pick<Group, Name>
}

/** Services for sign-out and for every first-party app. */
export const firstPartyServices = ({ site, accounts, domain, tokens, web }: Service): FirstPartyServices => ({
  ...pick(web, 'pages', 'csrf', 'engine', 'signedOut', 'forwarding'),
  issuer: tokens.issuer,
  users: accounts.users,
  ending: domain.ending,
  accountHref: site.accountHref,
})
