/** The queue of each endpoint: in order, bounded by an injected clock, and without an effect of what is refused. */
import { overloadGuard } from '../../../lib/web/http/overload-guard.ts'
import type { RequestContext } from '../../../lib/web/request/request-context.ts'
import type { RouteName } from '../../../lib/web/request/route.ts'
import { REQUESTS_AT_ONCE } from '../../../policies/overload.ts'
import { logRecorder } from '../../support/log-recorder.ts'

const at = (name: RouteName, underLoad?: 'waits') =>
  ({ req: { headers: {} }, route: { name, ...(underLoad && { underLoad }) } }) as unknown as RequestContext
const TOKEN = at('token', 'waits')

let time = 0
const log = logRecorder()
const guard = overloadGuard(log.logger, () => time)
const running: (() => void)[] = []

/** @returns how the request ends: `done`, or the cause of its refusal */
async function send(context: RequestContext): Promise<string> {
  const handler = () => new Promise<void>((resolve) => running.push(resolve))
  try {
    guard.assertRoom(context)
    await guard.inTurn(context, handler)
    return 'done'
  } catch (error) {
    return (error as { denial: { ref: string } }).denial.ref
  }
}
const sendMany = (count: number) => Array.from({ length: count }, () => send(TOKEN))
const endOne = (): void => running.shift()?.()
/** Lets what is due run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('runs some at once, the next in order, and refuses those that would wait or have waited too long', async () => {
  const first = sendMany(REQUESTS_AT_ONCE)
  const second = send(TOKEN)
  await settle()
  expect(running).toHaveLength(REQUESTS_AT_ONCE)
  endOne()
  expect(await first[0]).toBe('done')
  await settle()
  expect(running).toHaveLength(REQUESTS_AT_ONCE)

  const late = send(TOKEN)
  await settle()
  time += 501
  expect(await Promise.all(sendMany(2))).toEqual(['overloaded', 'overloaded'])
  const others = [send(at('introspection', 'waits')), send(at('revocation'))]
  await settle()
  expect(running).toHaveLength(REQUESTS_AT_ONCE + 2)

  time += 500
  endOne()
  expect(await late).toBe('overloaded')
  while (running.length > 0) endOne()
  expect(new Set(await Promise.all([...first, second, ...others]))).toEqual(new Set(['done']))
  const again = send(TOKEN)
  await settle()
  endOne()
  expect(await again).toBe('done')
  expect(log.lines.map(({ fields }) => fields['code'])).toEqual(['overloaded', 'not-overloaded'])
})
