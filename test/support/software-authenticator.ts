/** A software authenticator for tests over HTTP: it also creates passkeys (ES256, attestation "none"). */
import { type Authenticator, authenticator, type Deviation } from '../../lib/testing/authenticator.ts'

export type { AssertionRequest as RequestOptions, Deviation } from '../../lib/testing/authenticator.ts'

export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials: readonly { readonly id: string }[]
  readonly authenticatorSelection: object
}

export interface SoftwareAuthenticator extends Pick<Authenticator, 'get' | 'id'> {
  /** The result of `navigator.credentials.create`, as the page's script sends it. */
  create(options: CreationOptions, deviation?: Deviation): string
}

/** @param device a `synced` one does not count its signatures */
export function softwareAuthenticator(origin: string, device?: 'synced' | 'single'): SoftwareAuthenticator {
  const own = authenticator(origin, device)
  const id = Buffer.from(own.id, 'base64url')
  return {
    id: own.id,
    get: own.get,
    create({ challenge, rp, user }, deviation = {}) {
      own.handle = user.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, own.publicKey])
      const data = own.authenticatorData(rp.id, deviation, attested)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      return own.credential({
        clientDataJSON: own.clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
  }
}

const cborText = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])
