/** Pictures that administrators upload: checked, stored under their hash, and served from Portico's origin. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { unusedPictures } from '../../lib/domain/management/unused-pictures.ts'
import { decodePicture, pictureName, storedPictures } from '../../lib/domain/pictures.ts'
import { HOSTILE_PICTURES } from '../support/hostile-pictures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { logRecorder } from '../support/log-recorder.ts'
import { pngOf, SMALL_SVG } from '../support/pictures.ts'
import { registerTrusted } from '../support/registered-client.ts'

const storage = embeddedStorage()
let idp: Idp
beforeAll(async () => {
  idp = await startIdp({ options: { storage } })
})
afterAll(() => idp.stop())

it.each(HOSTILE_PICTURES)('%s is refused', (_, file) => expect(decodePicture(file, 256_000)).toHaveProperty('issue'))

it.each([
  ['image/png', pngOf(9, 9)],
  ['image/svg+xml', Buffer.from(SMALL_SVG)],
])('%s is stored once and served for ever, on a page of its own without any right', async (type, file) => {
  const checked = decodePicture(file, 10_000)
  if (!('picture' in checked)) throw new Error(checked.issue)
  const pictures = storedPictures(storage.documents)
  const name = await pictures.keep(checked.picture)
  expect([await pictures.keep(checked.picture), pictureName(checked.picture)]).toEqual([name, name])
  const { status, headers, text } = await idp.send(`/_sso/assets/picture.${name}`)
  expect([status, text]).toEqual([200, String(file)])
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

it.each([`picture.${'0'.repeat(32)}.svg`, 'picture.svg', 'picture.x.png'])('%s is not found', async (file) =>
  expect((await idp.send(`/_sso/assets/${file}`)).status).toBe(404),
)

it('a picture that nothing has named for a day is removed, unless it is stored again meanwhile', async () => {
  const pictures = storedPictures(storage.documents)
  const [ofClient, ofDraft, unused, again] = [1, 2, 3, 4].map((side) => {
    const checked = decodePicture(pngOf(side, side), 10_000)
    if (!('picture' in checked)) throw new Error(checked.issue)
    return { name: pictureName(checked.picture), keep: () => pictures.keep(checked.picture) }
  })
  for (const one of [ofClient, ofDraft, unused, again]) await one?.keep()
  await registerTrusted(idp, 'with-icon', { icon: ofClient?.name ?? '' })
  const draft = JSON.stringify({ v: 1, draft: { logo: ofDraft?.name } })
  await storage.documents.replace('appearance', 'all', undefined, draft)
  let now = Date.now()
  const { round } = unusedPictures({ storage, now: () => now, logger: logRecorder().logger })
  const stored = async () => {
    const all = [ofClient, ofDraft, unused, again]
    return Promise.all(all.map(async (one) => (await pictures.read(one?.name ?? '')) !== undefined))
  }
  await round()
  now += 86_400_000 - 1
  await round()
  expect(await stored()).toEqual([true, true, true, true])
  await again?.keep()
  now += 1
  await round()
  expect(await stored()).toEqual([true, true, false, true])
  await storage.documents.replace('appearance', 'all', draft, undefined)
  await round()
  now += 86_400_000
  await Promise.all([round(), round()])
  expect(await stored()).toEqual([true, false, false, false])
})
