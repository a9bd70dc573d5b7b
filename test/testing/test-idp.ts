/** A provider of `startIdp`, and the tests' own browser and app at it. */
import { type Idp, type IdpOptions, startIdp } from '../../lib/testing/index.ts'
import { type Addressed, addressed } from '../support/addressed.ts'
import { filled } from '../support/filled.ts'
import type { Node } from '../support/idp.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'

/** A provider for the tests of a file. */
export function testIdp(options: IdpOptions): Idp {
  const idp = filled(beforeAll, () => startIdp(options), {} as Idp)
  afterAll(() => idp.stop())
  return idp
}

export const nodeOf = ({ issuer }: Idp): Addressed =>
  addressed(issuer, { host: '127.0.0.1', port: Number(new URL(issuer).port) })

/** A public client with its default redirect URI. */
export const partyOf = (idp: Idp, id: string): RelyingParty =>
  relyingParty(nodeOf(idp) as Node, {
    client_id: id,
    client_type: 'public',
    redirect_uris: [`http://localhost/${id}/callback`],
  })
