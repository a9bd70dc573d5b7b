import type { Person } from '../accounts/directory.ts'
import type { Client } from '../clients/client-record.ts'

/** The client as pages show it. */
export const clientView = (client: Client): { readonly name: string; readonly development: boolean } => ({
  name: client.clientName,
  development: client.environment === 'development',
})

/** The person as pages show them: a name, and what tells two people of one name apart. */
export function accountView(person: Person): { readonly name: string; readonly detail?: string } {
  const detail = person.email ?? person.preferred_username
  return {
    name: person.name ?? person.preferred_username ?? person.email ?? person.sub,
    ...(detail === undefined ? {} : { detail }),
  }
}
