/**
 * A software authenticator for tests over HTTP: it creates passkeys (ES256, attestation "none") and signs by WebAuthn
 * s6, with the requested deviations.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials: readonly { readonly id: string }[]
  readonly authenticatorSelection: object
}

export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
  readonly userVerification: string
  readonly allowCredentials: readonly { readonly id: string }[]
}

/** Deviations from the specification. */
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

export interface SoftwareAuthenticator {
  /** The result of `navigator.credentials.create`, as the page's script sends it. */
  create(options: CreationOptions, deviation?: Deviation): string
  /** The result of `navigator.credentials.get`. */
  get(options: Pick<RequestOptions, 'challenge' | 'rpId'>, deviation?: Deviation): string
  readonly id: string
}

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, credential: 0x40 }
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const text = (data: Buffer): string => data.toString('base64url')

/** @param device a `synced` one does not count its signatures */
export function softwareAuthenticator(origin: string, device: 'synced' | 'single' = 'single'): SoftwareAuthenticator {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let handle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, deviation: Deviation): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...deviating(deviation) }))
  const authenticatorData = (rpId: string, deviation: Deviation, credential?: Buffer): Buffer => {
    const flags =
      (deviation.userPresent === false ? 0 : FLAGS.present) |
      (deviation.userVerified === false ? 0 : FLAGS.verified) |
      (device === 'synced' ? FLAGS.eligible | FLAGS.backedUp : 0) |
      (credential === undefined ? 0 : FLAGS.credential)
    const count = Buffer.alloc(4)
    if (device === 'single') counter += 1
    count.writeUInt32BE(deviation.counter ?? counter)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)])
  }
  const credential = (response: object): string =>
    JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response })

  return {
    id: text(id),
    create({ challenge, rp, user }, deviation = {}) {
      handle = user.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const data = authenticatorData(rp.id, deviation, attested)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ])
      const client = clientData('webauthn.create', challenge, deviation)
      return credential({
        clientDataJSON: text(client),
        attestationObject: text(attestation),
        transports: ['internal'],
      })
    },
    get({ challenge, rpId }, deviation = {}) {
      const data = authenticatorData(rpId, deviation)
      const client = clientData('webauthn.get', challenge, deviation)
      const signature = deviation.signature ?? sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: 'userHandle' in deviation ? deviation.userHandle : handle,
      })
    },
  }
}

/** Deviations in the client data. */
const deviating = ({ type, challenge, origin }: Deviation): object => ({
  ...(type === undefined ? {} : { type }),
  ...(challenge === undefined ? {} : { challenge }),
  ...(origin === undefined ? {} : { origin }),
})

/** RFC 9053 s7.1.1: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

const cborText = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])
