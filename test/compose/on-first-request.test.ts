import { onFirstRequest, onFirstUse } from '../../lib/compose/on-first-request.ts'

it('is loaded with the first request, once', async () => {
  const asked: string[] = []
  let loads = 0
  const answer = onFirstRequest(async () => {
    loads += 1
    return (request: string) => void asked.push(request)
  })
  expect(loads).toBe(0)
  await Promise.all([answer('one'), answer('two')])
  await answer('three')
  expect([loads, asked]).toEqual([1, ['one', 'two', 'three']])
})

it('a load that fails is an error of those who waited for it, and is tried again', async () => {
  let loads = 0
  const use = onFirstUse(async () => {
    loads += 1
    if (loads === 1) throw new Error('no such file')
    return 'loaded'
  })
  const first = await Promise.allSettled([use(), use()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([await use(), await use(), loads]).toEqual(['loaded', 'loaded', 2])
})

it('an error of an answer is no reason to load it again', async () => {
  let loads = 0
  const answer = onFirstRequest(async () => {
    loads += 1
    return async () => {
      throw new Error('of the answer')
    }
  })
  await expect(answer(undefined)).rejects.toThrow('of the answer')
  await expect(answer(undefined)).rejects.toThrow('of the answer')
  expect(loads).toBe(1)
})
