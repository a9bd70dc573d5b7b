/** In a storm on one server no request waits so long for another that it gets 503. */
import { type StormGround, stormGround } from '../proof/storm-ground.ts'

const PARALLEL = 50

let ground: StormGround
beforeAll(async () => {
  ground = await stormGround('one server')
})
afterAll(() => ground.stop())

it(`of ${PARALLEL} concurrent uses of a code none gets 503`, async () => {
  const grant = await ground.authorize(ground.app)
  const responses = await Promise.all(Array.from({ length: PARALLEL }, (_, index) => ground.at(index).exchange(grant)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(PARALLEL - 1).fill(400)])
})
