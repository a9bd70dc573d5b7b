import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { PasskeyRepository } from '../domain/accounts/factors/second-factors.ts'
import { assertion, authenticatorData, coseKey } from './authenticator.ts'

/** A passkey that a user has registered, and its authenticator. */
export interface VirtualPasskey {
  /** Credential ID, base64url. */
  readonly id: string
  /** For the virtual authenticator of Chromium: `WebAuthn.addCredential` with `{ authenticatorId, credential }`. */
  readonly credential: {
    readonly credentialId: string
    readonly isResidentCredential: true
    readonly rpId: string
    readonly privateKey: string
    readonly userHandle: string
    readonly signCount: number
  }
  /** Responds to a ceremony without a browser: the credential that the page sends, as JSON. */
  get(options: { readonly challenge: string; readonly rpId: string }): string
}

export async function virtualPasskey(
  repository: PasskeyRepository,
  sub: string,
  { origin, hostname }: URL,
  now: number,
): Promise<VirtualPasskey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [id, userHandle] = [randomBytes(32).toString('base64url'), await repository.handleOf(sub)]
  let counter = 0
  const passkey = {
    id,
    publicKey: coseKey(publicKey).toString('base64url'),
    counter,
    transports: ['internal'],
    name: 'Test passkey',
    createdAt: now,
  }
  const outcome = await repository.add(sub, { ...passkey, device: 'single' })
  if (outcome !== 'added') throw new Error(`passkey: the user has ${outcome} passkeys`)
  const base64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64')
  return {
    id,
    credential: {
      credentialId: base64(id),
      isResidentCredential: true,
      rpId: hostname,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      userHandle: base64(userHandle),
      signCount: 0,
    },
    get({ challenge, rpId }) {
      counter += 1
      const data = authenticatorData(rpId, counter)
      return assertion({ id, privateKey, userHandle }, { type: 'webauthn.get', challenge, origin }, data)
    },
  }
}
