/**
 * Links an identity at an external provider to an account, without creating a session. The verified identity can be
 * read only once, and only for the portal session or the email that the sign-in was started from.
 */

import { randomBytes } from 'node:crypto'
import type { Identity } from '../../domain/accounts/account-record.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { openJson, type Seal } from '../../domain/keys/seal.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { FormTarget } from '../../web/ui/components/form.tsx'

/** Where a sign-in that links an identity was started, and where it returns to. */
export interface LinkIntent {
  /** Identifies the portal session or the email that the sign-in was started from. */
  readonly owner: string
  /** URL of the page that links the identity. */
  readonly returnTo: string
  /** Binds the form to the browser if an email links to it, so that it cannot be submitted from another one (D-S10). */
  readonly browser?: string
}

export type Linking = ReturnType<typeof linking>

export const LINK_FIELD = 'link_intent'
const LINKED = 'linked'
const KIND = 'upstream-link'
/** How long a form for starting the sign-in is valid, in seconds. */
const FORM_SECONDS = 600
/** Maximum time from the callback to the linking page, in milliseconds. */
const LIVES_MS = 60_000

interface Sealed extends LinkIntent {
  /** Seconds since the epoch. */
  readonly until: number
}

interface Kept extends Identity {
  readonly connector: string
  /** Digest of the owner. */
  readonly owner: string
}

export interface LinkingParts {
  readonly issuerUrl: string
  readonly sealer: Seal
  readonly records: EphemeralStore
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

export function linking({ issuerUrl, sealer, records, seconds }: LinkingParts) {
  return {
    /** The form that starts a sign-in at the provider. The intent is sealed in a field, so any page can show it. */
    async form(connector: string, intent: LinkIntent): Promise<FormTarget> {
      const sealed: Sealed = { ...intent, until: seconds() + FORM_SECONDS }
      const value = await sealer.seal(JSON.stringify(sealed), 'link-intent', connector)
      return { action: `${issuerUrl}/upstream/${connector}/start`, hidden: { [LINK_FIELD]: value } }
    },
    /** Reads the intent from a submitted form; undefined if it has expired, is forged, or is for another connector. */
    async intentIn(connector: string, sealed: string): Promise<LinkIntent | undefined> {
      const { until = 0, ...intent } = (await openJson<Sealed>(sealer, sealed, 'link-intent', connector)) ?? {}
      return seconds() < until ? (intent as LinkIntent) : undefined
    },
    /** Stores the identity, and returns the URL of the page that links it to the account. */
    async keep(connector: string, { issuer, subject }: Identity, { owner, returnTo }: LinkIntent): Promise<string> {
      const id = randomBytes(16).toString('base64url')
      const kept: Kept = { issuer, subject, connector, owner: digestOf(owner) }
      await records.put(KIND, id, writeRecord(kept), LIVES_MS)
      return withParameters(returnTo, { [LINKED]: id })
    },
    /** Reads and removes the stored identity. @param query from the URL that the browser returned to */
    async take(connector: string, query: URLSearchParams, owner: string): Promise<Identity | undefined> {
      const text = await records.take(KIND, query.get(LINKED) ?? '')
      if (text === undefined) return undefined
      const { issuer, subject, ...kept } = readRecord<Kept>(text)
      return kept.connector === connector && kept.owner === digestOf(owner) ? { issuer, subject } : undefined
    },
  }
}

/** Whether the browser returned to this page from a provider. */
export const hasReturned = (query: URLSearchParams): boolean => query.has(LINKED)
