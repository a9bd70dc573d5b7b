import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AuthenticationMethod } from '../../../../policies/authentication-context.ts'
import { decidePasskeyPlace, passkeyHost } from '../../../../policies/passkey-place.ts'
import { jsonIn, memberAt, textAt } from '../../../config/data/plain-data.ts'
import { CHALLENGE_SECONDS, type Challenges } from './challenges.ts'
import type { Bounded, Passkey, PasskeyRepository } from './second-factors.ts'

export interface PasskeyOwner {
  readonly sub: string
  /** Shown by the browser when a user chooses a passkey. */
  readonly username: string
  readonly name: string
}

export type PasskeyVerification =
  | { readonly outcome: 'verified'; readonly sub: string; readonly method: AuthenticationMethod }
  /** `unknown`: the passkey was removed from Portico, so the browser can forget it too. */
  | { readonly outcome: 'refused' | 'unknown' }

export type NewPasskey = Omit<Passkey, 'name'> & {
  /** AAGUID of the authenticator. */ readonly model: string
}

/** The two WebAuthn ceremonies. Each challenge is consumed before the library verifies the browser's response. */
export type PasskeyCeremonies = NonNullable<ReturnType<typeof passkeyCeremonies>>

interface CeremonyParts {
  readonly repository: Bounded<PasskeyRepository>
  readonly challenges: Challenges
  readonly baseUrl: string
  readonly productName: string
  readonly now: () => number
}

/** EdDSA, ES256, RS256 (WebAuthn s5.4.3; RS256 for authenticators in older versions of Windows). */
const ALGORITHMS = [-8, -7, -257]

/** Undefined if passkeys cannot be used with the base URL. */
export function passkeyCeremonies({ repository, challenges, baseUrl, productName, now }: CeremonyParts) {
  const host = passkeyHost(baseUrl)
  if (host === undefined) return undefined
  const descriptor = ({ id, transports }: Passkey): object => ({ type: 'public-key', id, transports })
  return {
    host,
    /** Whether pages at this URL can create passkeys. */
    placeOf: (pageUrl: string) => decidePasskeyPlace(host, pageUrl),
    /**
     * Options for `navigator.credentials.create`, as JSON.
     * @param binding the interaction or portal session
     * @param mode `silent`: the browser does not ask the user, so it verifies neither the user nor their presence
     */
    async creation({ sub, username, name }: PasskeyOwner, binding: string, mode?: 'silent'): Promise<object> {
      const [handle, known] = await Promise.all([repository.handleOf(sub), repository.list(sub)])
      return {
        challenge: challenges.issue(binding),
        rp: { id: host, name: productName },
        user: { id: handle, name: username, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CHALLENGE_SECONDS * 1000,
        attestation: 'none',
        excludeCredentials: known.map(descriptor),
        authenticatorSelection: selectionFor(mode),
      }
    },
    async register(sent: string, binding: string, pageUrl: string, mode?: 'silent'): Promise<NewPasskey | 'refused'> {
      const response = parse<RegistrationResponseJSON>(sent)
      const challenge = challengeOf(response)
      if (response === undefined || challenge === undefined) return 'refused'
      if ((await challenges.redeem(challenge, binding)) === 'invalid') return 'refused'
      const made = await createdPasskey(response, challenge, new URL(pageUrl).origin, host, mode)
      if (made === undefined) return 'refused'
      return { ...made, createdAt: now(), ...(mode === undefined ? {} : { silent: true }) }
    },
    /** Options for `navigator.credentials.get`. Without `of`, users can choose any passkey and must be verified. */
    request: (binding: string, of?: readonly Passkey[]): object => ({
      challenge: challenges.issue(binding),
      rpId: host,
      timeout: CHALLENGE_SECONDS * 1000,
      userVerification: of === undefined || of.some(({ silent }) => silent) ? 'required' : 'preferred',
      allowCredentials: (of ?? []).map(descriptor),
    }),
    /** @param sub the user, if the passkey is a second step; if absent, the passkey itself identifies the user */
    async verify(sent: string, binding: string, sub?: string): Promise<PasskeyVerification> {
      const response = parse<AuthenticationResponseJSON>(sent)
      const challenge = challengeOf(response)
      if (response === undefined || challenge === undefined) return { outcome: 'refused' }
      if ((await challenges.redeem(challenge, binding)) === 'invalid') return { outcome: 'refused' }
      const holder = await repository.holderOf(response.id)
      if (holder === undefined) return { outcome: 'unknown' }
      const [known, handle] = await Promise.all([repository.list(holder), repository.handleOf(holder)])
      const passkey = known.find(({ id }) => id === response.id)
      // When users sign in with only a passkey, the authenticator identifies them (s7.2 step 6).
      const named = response.response.userHandle
      const theirs = sub === undefined ? named === handle : holder === sub && (named ?? handle) === handle
      if (passkey === undefined || !theirs) return { outcome: 'refused' }
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: new URL(baseUrl).origin,
        expectedRPID: host,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
        // After a password, a passkey is the second factor. Alone, it must verify the user to count as both factors.
        // Creating a silent passkey took no more than the password.
        requireUserVerification: sub === undefined || passkey.silent === true,
      }).catch(() => undefined)
      if (verified?.verified !== true) return { outcome: 'refused' }
      const counted = { counter: verified.authenticationInfo.newCounter, at: now() }
      if ((await repository.noteUse(holder, passkey.id, counted)) !== 'noted') return { outcome: 'refused' }
      const method = passkey.device === 'synced' ? 'synced-passkey' : 'device-passkey'
      return { outcome: 'verified', sub: holder, method }
    },
  }
}

const selectionFor = (mode: 'silent' | undefined): object => ({
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: mode === 'silent' ? 'preferred' : 'required',
})

/** Returns the new passkey, or undefined if the browser's response is invalid. */
async function createdPasskey(
  response: RegistrationResponseJSON,
  expectedChallenge: string,
  expectedOrigin: string,
  expectedRPID: string,
  mode: 'silent' | undefined,
): Promise<Omit<NewPasskey, 'createdAt'> | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: mode !== 'silent',
    requireUserPresence: mode !== 'silent',
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const }))
  if (!verified.verified) return undefined
  const { credential, credentialDeviceType, aaguid } = verified.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8),
    device: credentialDeviceType === 'multiDevice' ? 'synced' : 'single',
    model: aaguid,
  }
}

type Sent = { readonly id: string; readonly response: { readonly clientDataJSON: string } }

/** Parses the browser's input; undefined if it does not have the shape of a credential. */
function parse<Credential extends Sent>(sent: string): Credential | undefined {
  const value = jsonIn(sent)
  const isShaped = textAt(value, 'id') !== undefined && clientDataIn(value) !== undefined
  return isShaped ? (value as Credential) : undefined
}

const clientDataIn = (value: unknown): string | undefined => textAt(memberAt(value, 'response'), 'clientDataJSON')

const challengeOf = (credential: Sent | undefined): string | undefined =>
  textAt(jsonIn(Buffer.from(clientDataIn(credential) ?? '', 'base64url').toString('utf8')), 'challenge')
