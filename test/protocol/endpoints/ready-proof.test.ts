/** What /health/ready reports about a request to the doctor alone. */
import { doctorProof } from '../../../lib/domain/keys/doctor-proof.ts'
import { ROOT_SECRET } from '../../support/fixtures.ts'
import { runningIdp } from '../../support/idp.ts'

const MINUTE = 60
const idp = await runningIdp({ trustProxy: 1 })

const ready = async (proof: string | undefined, query = '', headers: Readonly<Record<string, string>> = {}) => {
  const sent = { ...headers, ...(proof === undefined ? {} : { 'X-Portico-Doctor': proof }) }
  const answer = await idp.send(`/health/ready${query}`, { headers: sent })
  return { answer, body: JSON.parse(answer.text) as Readonly<Record<string, unknown>> }
}
const proofOf = (secret = ROOT_SECRET, issuer = idp.issuer, ageSeconds = 0): string =>
  doctorProof([secret], issuer).make(idp.clock.now() - ageSeconds * 1000)

const checks = { store: 'ok', configuration: 'ok', signingKey: 'ok', format: 'ok', clock: 'ok' }
const READY = { status: 'ready', checks }

it('a caller with the root secret gets the path of the request', async () => {
  const forwarded = { 'X-Forwarded-For': '192.0.2.77, 203.0.113.9', 'X-Forwarded-Proto': 'https' }
  const { body } = await ready(proofOf(), '', forwarded)
  expect(body).toEqual({
    ...READY,
    node: expect.any(String),
    seen: {
      host: new URL(idp.issuer).host,
      address: '203.0.113.9',
      forwarded: ['192.0.2.77', '203.0.113.9'],
      proto: 'https',
      isEncrypted: false,
      removed: ['Authorization', 'Cookie', 'Origin'],
      trustProxy: 1,
      time: expect.any(Number),
    },
  })
})

it('a former root secret counts as well', async () => {
  const former = await runningIdp({ secret: ['the-root-secret-after-a-rotation-0123', ROOT_SECRET] })
  const proof = doctorProof([ROOT_SECRET], former.issuer).make(former.clock.now())
  const answer = await former.send('/health/ready', { headers: { 'X-Portico-Doctor': proof } })
  await former.stop()
  expect(JSON.parse(answer.text)).toHaveProperty('seen')
})

it.each([
  ['nothing', () => undefined],
  ['no proof', () => 'doctor'],
  ['a proof by another secret', () => proofOf('another-root-secret-0123456789abcdef')],
  ['one for another service', () => proofOf(ROOT_SECRET, 'https://other.example')],
  ['one that is over', () => proofOf(ROOT_SECRET, idp.issuer, MINUTE + 1)],
  ['one of later', () => proofOf(ROOT_SECRET, idp.issuer, -MINUTE - 1)],
  ['one whose time was changed', () => proofOf().replace(/^\d+/, (at) => String(Number(at) + 1))],
])('%s: as ever, and nothing of the request', async (_, proof) => {
  const { answer, body } = await ready(proof(), '?padding=6144')
  expect(body).toEqual(READY)
  expect(answer.headers).not.toHaveProperty('x-portico-padding')
})

it('large headers are sent where the doctor asks for them, and of one size alone', async () => {
  expect(String((await ready(proofOf(), '?padding=6144')).answer.headers['x-portico-padding'])).toHaveLength(6144)
  expect((await ready(proofOf(), '?padding=999999')).answer.headers).not.toHaveProperty('x-portico-padding')
})
