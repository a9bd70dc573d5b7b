import { deny } from '../../../policies/verdict.ts'
import { ProtocolError } from '../../web/request/request-context.ts'

/** A page that is not there in this deployment. */
export const notFound = (): ProtocolError => new ProtocolError(deny('not_found', 'not_found'))
