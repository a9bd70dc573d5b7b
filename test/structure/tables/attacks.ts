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
      tableOf('by anybody who reaches the service', [...OF_STRANGERS, WAITING]),
      tableOf('by users, clients and neighbours, and by whoever has the store', OF_INSIDERS),
    ].join('\n\n'),
}
