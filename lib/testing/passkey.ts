import type { PasskeyRepository } from '../domain/accounts/factors/second-factors.ts'
import { type AssertionRequest, authenticator } from './authenticator.ts'

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
  get(options: Pick<AssertionRequest, 'challenge' | 'rpId'>): string
}

export async function virtualPasskey(
  repository: PasskeyRepository,
  sub: string,
  { origin, hostname }: URL,
  now: number,
): Promise<VirtualPasskey> {
  const own = authenticator(origin)
  own.handle = await repository.handleOf(sub)
  const [id, publicKey] = [own.id, own.publicKey.toString('base64url')]
  const passkey = { id, publicKey, counter: 0, transports: ['internal'], name: 'Test passkey', createdAt: now }
  const outcome = await repository.add(sub, { ...passkey, device: 'single' })
  if (outcome !== 'added') throw new Error(`passkey: the user has ${outcome} passkeys`)
  const base64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64')
  return {
    id,
    credential: {
      credentialId: base64(id),
      isResidentCredential: true,
      rpId: hostname,
      privateKey: own.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      userHandle: base64(own.handle),
      signCount: 0,
    },
    get: (options) => own.get(options),
  }
}
