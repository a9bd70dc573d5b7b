/** The attacks of the campaign. */
import { OF_INSIDERS, OF_STRANGERS, WAITING } from '../../attack/attacks.ts'
import { list, type Parts } from './parts.ts'

type Attacks = readonly (readonly [name: string, tries: string, ...unknown[]])[]

const listOf = (who: string, attacks: Attacks): string =>
  `${who}:\n\n${list(attacks.map(([name, tries]) => [name, tries]))}`

export const ATTACKS: Parts = {
  attacks: () =>
    [
      listOf('Anonymous attacks', [...OF_STRANGERS, WAITING]),
      listOf('Attacks by users, clients, other sites and holders of the store', OF_INSIDERS),
    ].join('\n\n'),
}
