import { decideGrantedScopes } from '../../../policies/scopes.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { sidOf } from '../../domain/sessions/sid.ts'
import { basisAtIssue } from '../../domain/tokens/app-access.ts'
import { issueCode } from '../../domain/tokens/issue-code.ts'
import { allowedScopes, type TokenIssuer } from '../../domain/tokens/issuer.ts'
import type { EngineRun } from './context.ts'

/** The data in an authorization code. The field names match the engine's code model. */
export interface EngineCode {
  readonly accountId: string
  readonly authTime: number
  readonly acr?: string
  readonly amr?: readonly string[]
  readonly nonce: string
  readonly redirectUri: string
  readonly scope: string
  readonly codeChallenge: string
  readonly sessionUid: string
}

/** Error for a client that is no longer allowed any of the requested scopes. It is sent to the client. */
export class ScopeRefusal extends DenialError {}

export type IssueCode = (code: EngineCode, run: EngineRun) => Promise<string>

/**
 * Issues a code by starting a token family. Sets `run.grantedClient` before the first `await`.
 * @throws ScopeRefusal when the client is no longer allowed any of the requested scopes
 */
export function codeIssuer(issuer: TokenIssuer): IssueCode {
  return async (code, run) => {
    if (run.client === undefined) throw new Error('a code without a client')
    // Check the scopes again, because the client's settings may have changed during the sign-in.
    const scopes = decideGrantedScopes(code.scope.split(' '), allowedScopes(issuer, run.client))
    if (!scopes.allowed) throw new ScopeRefusal(scopes)
    const { clientId } = run.client
    const sid = sidOf(code.sessionUid, clientId)
    Object.assign(run.context, { subject: code.accountId, sid })
    const mine = run.session?.payload.accountId === code.accountId ? run.session : undefined
    const signedIn = run.authenticated?.accountId === code.accountId ? run.authenticated : undefined
    const known = mine?.clientGeneration?.client === clientId ? mine : undefined
    // Use the revocation versions from the start of the request, so that any later revocation ends the new family.
    const generation = known?.subjectGeneration ?? signedIn?.generation
    const ofClient = [known, signedIn].find((each) => each?.clientGeneration?.client === clientId)?.clientGeneration
    run.grantedClient = { clientId, scopes: scopes.scopes, accessVersion: ofClient?.generation }
    const now =
      generation === undefined || ofClient === undefined
        ? await issuer.storage.subjects.read(code.accountId, code.sessionUid, clientId)
        : undefined
    // Tie the access decision to the roles version that was read before the user record, never to a newer one.
    const evaluated = known ?? signedIn
    const { acr = '' } = code
    // Without a user record, the user is looked up at the first use.
    const changesAt = run.user?.sub === code.accountId ? run.user.changesAt : 0
    const basis = evaluated && basisAtIssue(issuer, run.client, { acr }, evaluated.rolesGeneration, changesAt)
    const endsAt = signedIn === undefined ? mine?.endsAt : signedIn.endsAt
    const { value, familyId } = await issueCode(issuer, {
      client: run.client,
      subject: code.accountId,
      subjectGeneration: generation ?? now?.generation ?? 0,
      clientGeneration: ofClient?.generation ?? now?.clientGeneration ?? 0,
      sid,
      scopes: scopes.scopes,
      signedInAt: code.authTime,
      acr,
      amr: code.amr ?? [],
      nonce: code.nonce,
      redirectUri: code.redirectUri,
      codeChallenge: code.codeChallenge,
      ...(basis === undefined ? {} : { accessBasis: basis }),
      ...(endsAt === undefined ? {} : { endsAt: Math.floor(endsAt / 1000) }),
    })
    run.issued = familyId
    return value
  }
}
