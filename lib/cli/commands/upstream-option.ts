import type { Configuration } from '../../config/configuration.ts'
import { UsageError } from '../terminal/command.ts'

type Connector = Configuration['login']['upstreams'][number]

/** The connector of `--upstream`. @throws UsageError when the settings have no such connector */
export function connectorOf({ login: { upstreams } }: Pick<Configuration, 'login'>, id: string | undefined): Connector {
  if (id === undefined) throw new UsageError('give the connector: --upstream ID')
  const found = upstreams.find((connector) => connector.id === id)
  if (found !== undefined) return found
  const known = upstreams.map((connector) => connector.id).join(', ')
  throw new UsageError(
    `there is no connector "${id}": login.upstreams has ${known === '' ? 'none; the command line needs the settings of the service' : known}`,
  )
}
