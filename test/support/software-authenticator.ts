/** A software authenticator for tests over HTTP (ES256, attestation "none"), with deviations from the specification. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { assertion, authenticatorData, coseKey, credentialOf } from '../../lib/testing/authenticator.ts'

export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
  readonly userVerification: string
  readonly allowCredentials: readonly { readonly id: string }[]
}

export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  readonly userHandle?: string | undefined
  readonly counter?: number
  readonly type?: string
  readonly signature?: Buffer
}

export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials: readonly { readonly id: string }[]
  readonly authenticatorSelection: object
}

export interface SoftwareAuthenticator {
  readonly id: string
  /** The result of `navigator.credentials.get`, as the page's script sends it. */
  get(options: Pick<RequestOptions, 'challenge' | 'rpId'>, deviation?: Deviation): string
  /** The result of `navigator.credentials.create`, as the page's script sends it. */
  create(options: CreationOptions, deviation?: Deviation): string
}

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, credential: 0x40 }

/** @param device a `synced` one does not count its signatures */
export function softwareAuthenticator(origin: string, device: 'synced' | 'single' = 'single'): SoftwareAuthenticator {
  const raw = randomBytes(32)
  const id = raw.toString('base64url')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let handle = ''
  const clientOf = (type: string, challenge: string, deviation: Deviation): object => ({
    type: deviation.type ?? type,
    challenge: deviation.challenge ?? challenge,
    origin: deviation.origin ?? origin,
  })
  const dataOf = (rpId: string, deviation: Deviation, credential?: Buffer): Buffer => {
    if (device === 'single') counter += 1
    const flags =
      (deviation.userPresent === false ? 0 : FLAGS.present) |
      (deviation.userVerified === false ? 0 : FLAGS.verified) |
      (device === 'synced' ? FLAGS.eligible | FLAGS.backedUp : 0) |
      (credential === undefined ? 0 : FLAGS.credential)
    return authenticatorData(deviation.rpId ?? rpId, deviation.counter ?? counter, flags, credential)
  }
  return {
    id,
    get({ challenge, rpId }, deviation = {}) {
      const userHandle = 'userHandle' in deviation ? deviation.userHandle : handle
      const client = clientOf('webauthn.get', challenge, deviation)
      const sent = assertion({ id, privateKey, userHandle }, client, dataOf(rpId, deviation))
      if (deviation.signature === undefined) return sent
      const { response } = JSON.parse(sent)
      return credentialOf(id, { ...response, signature: deviation.signature.toString('base64url') })
    },
    create({ challenge, rp, user }, deviation = {}) {
      handle = user.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, raw.length]), raw, coseKey(publicKey)])
      const data = dataOf(rp.id, deviation, attested)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      const client = { ...clientOf('webauthn.create', challenge, deviation), crossOrigin: false }
      return credentialOf(id, {
        clientDataJSON: Buffer.from(JSON.stringify(client)).toString('base64url'),
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
