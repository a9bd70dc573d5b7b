import { deny } from '../../../policies/verdict.ts'
import { ProtocolError } from '../../web/request/request-context.ts'

/** For pages that this deployment does not have. */
export const notFound = (): ProtocolError => new ProtocolError(deny('not_found', 'not_found'))
