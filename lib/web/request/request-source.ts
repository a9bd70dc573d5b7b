import type { IncomingMessage } from 'node:http'
import { decideSource, type SourceVerdict } from '../../../policies/request-source.ts'

/** Whether an allowed page caused a request. @param own origin of the allowed pages */
export const sourceOf = ({ headers }: IncomingMessage, own: string): SourceVerdict =>
  decideSource({ site: headers['sec-fetch-site'], origin: headers.origin }, own)
