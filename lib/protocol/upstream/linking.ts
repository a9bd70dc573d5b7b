/**
 * Signing in at a provider so that an account here is linked to whoever does. Nobody is signed in here by it: who came back waits for the page
 * that has asked, and is told to it once, and to no other session or letter than the one that it was asked for.
 */

import { randomBytes } from 'node:crypto'
import type { Identity } from '../../domain/accounts/account-record.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { openJson, type Seal } from '../../domain/keys/seal.ts'
import { readRecord, writeRecord } from '../../domain/stored-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { FormTarget } from '../../web/ui/components/form.tsx'

/** What a sign-in at a provider is for. */
export interface LinkIntent {
  /** What it belongs to: a session of the portal, a letter. */
  readonly owner: string
  /** Address of the page that links who came back. */
  readonly returnTo: string
  /** The browser whose form it is, where its owner is in none: nobody is made to accept the invitation of somebody else (D-S10). */
  readonly browser?: string
}

export type Linking = ReturnType<typeof linking>

/** The form has the name of this field. */
export const LINK_FIELD = 'link_intent'
const LINKED = 'linked'
const KIND = 'upstream-link'
/** How long a form may stand open, in seconds. */
const FORM_SECONDS = 600
/** How long the browser may take to come back from the callback, in milliseconds. */
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
    /** The form that leads to a connector. It works in any page: what it says is sealed. */
    async form(connector: string, intent: LinkIntent): Promise<FormTarget> {
      const sealed: Sealed = { ...intent, until: seconds() + FORM_SECONDS }
      const value = await sealer.seal(JSON.stringify(sealed), 'link-intent', connector)
      return { action: `${issuerUrl}/upstream/${connector}/start`, hidden: { [LINK_FIELD]: value } }
    },
    /** What such a form says; undefined where it was made for another connector, too long ago, or not here. */
    async intentIn(connector: string, sealed: string): Promise<LinkIntent | undefined> {
      const { until = 0, ...intent } = (await openJson<Sealed>(sealer, sealed, 'link-intent', connector)) ?? {}
      return seconds() < until ? (intent as LinkIntent) : undefined
    },
    /** Keeps who came back, and gives the address where that is asked for. */
    async keep(connector: string, { issuer, subject }: Identity, { owner, returnTo }: LinkIntent): Promise<string> {
      const id = randomBytes(16).toString('base64url')
      const kept: Kept = { issuer, subject, connector, owner: digestOf(owner) }
      await records.put(KIND, id, writeRecord(kept), LIVES_MS)
      return withParameters(returnTo, { [LINKED]: id })
    },
    /** Who came back from a connector to this owner; undefined the second time. @param query of the address to which the browser came */
    async take(connector: string, query: URLSearchParams, owner: string): Promise<Identity | undefined> {
      const text = await records.take(KIND, query.get(LINKED) ?? '')
      if (text === undefined) return undefined
      const { issuer, subject, ...kept } = readRecord<Kept>(text)
      return kept.connector === connector && kept.owner === digestOf(owner) ? { issuer, subject } : undefined
    },
  }
}

/** Whether somebody has just come back to this page. */
export const hasReturned = (query: URLSearchParams): boolean => query.has(LINKED)
