/** The attacks of the campaign. */
import { OF_INSIDERS, OF_STRANGERS, WAITING } from '../../attack/attacks.ts'
import { type Parts, table } from './parts.ts'

type Attacks = readonly (readonly [name: string, tries: string, ...unknown[]])[]

const tableOf = (who: string, attacks: Attacks): string =>
  table(
    [who, 'what is tried'],
    attacks.map(([name, tries]) => [name, tries]),
  )

export const ATTACKS: Parts = {
  attacks: () =>
    [
      tableOf('anonymous attacks', [...OF_STRANGERS, WAITING]),
      tableOf('attacks by users, clients, other sites and holders of the store', OF_INSIDERS),
    ].join('\n\n'),
}
