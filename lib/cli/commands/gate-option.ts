/** Prints the configuration of a gated app's reverse proxy. */
import { GATE_FORMATS, gateBlock } from '../../domain/clients/blocks/gate-block.ts'
import { DEFAULT_UPSTREAM } from '../../domain/clients/blocks/gate-values.ts'
import { type GatedClient, upstreamOrigin } from '../../domain/clients/gate.ts'
import { type Arguments, UsageError } from '../terminal/command.ts'
import type { OpenStore } from './store.ts'

/** @throws UsageError */
export function gateOptions(args: Arguments) {
  const [wanted, url] = [args.text('format') ?? 'nginx', args.text('upstream')]
  const format = GATE_FORMATS.find((each) => each === wanted)
  if (format === undefined) throw new UsageError(`for a gated app, --format must be one of ${GATE_FORMATS.join(', ')}`)
  const upstream = url === undefined ? undefined : upstreamOrigin(url)
  if (url !== undefined && upstream === undefined)
    throw new UsageError(`--upstream must be a URL without a path, such as ${DEFAULT_UPSTREAM}`)
  /** Names the app's URL if it is only assumed. */
  const note = url === undefined ? `the proxy reaches the app at ${DEFAULT_UPSTREAM}, unless --upstream is set` : ''
  return { format, upstream, note }
}

export function gateConfiguration(
  { format, upstream }: ReturnType<typeof gateOptions>,
  { configuration, service }: Pick<OpenStore, 'configuration' | 'service'>,
  client: GatedClient,
  app?: string,
): string {
  const { baseUrl: issuer, gate } = configuration
  return gateBlock({ client, issuer, headers: gate.headers, service, upstream, app }, format)
}
