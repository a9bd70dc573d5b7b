import type { IncomingMessage } from 'node:http'
import { decideSource, type SourceVerdict } from '../../../policies/request-source.ts'

/** The page that caused a request. @param own origin of the pages that are allowed to */
export const sourceOf = ({ headers }: IncomingMessage, own: string): SourceVerdict =>
  decideSource({ site: headers['sec-fetch-site'], origin: headers.origin }, own)
