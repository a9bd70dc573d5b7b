/** The resolved address is the one that is connected to (BC-06; D-S8): rebinding, mapped and special addresses. */
import { request } from 'node:http'
import { egressGuard, ForbiddenAddress } from '../../lib/domain/sessions/egress-guard.ts'
import { openDoor, startSink } from '../support/logout-sinks.ts'

describe('what is looked up is what is connected to', () => {
  /** Connects by way of the guard, where the name has these addresses, one list a look-up. */
  async function reach(
    port: number,
    allowed: readonly string[],
    ...answers: readonly (readonly string[])[]
  ): Promise<{ readonly outcomes: readonly string[]; readonly asked: number }> {
    let asked = 0
    const guard = egressGuard(allowed, async () =>
      (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    )
    const outcomes: string[] = []
    for (const _answer of answers)
      outcomes.push(
        await new Promise((resolve) => {
          const sent = request(
            { host: 'app.example', port, method: 'POST', agent: false, lookup: guard.lookup('live') },
            (response) => {
              response.resume().on('end', () => resolve('reached'))
            },
          )
          sent.on('error', (error) => resolve(error instanceof ForbiddenAddress ? 'forbidden' : 'failed')).end()
        }),
      )
    return { outcomes, asked }
  }

  it('rebinding: a name that was outside at the first try and is inside at the second is checked again', async () => {
    const sink = await startSink()
    const { outcomes, asked } = await reach(sink.port, ['127.0.0.1/32'], ['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'])
    expect(outcomes).toEqual(['reached', 'forbidden', 'reached'])
    // Once a connection: there is no second question whose answer could be another.
    expect(asked).toBe(3)
    expect(sink.notices).toHaveLength(2)
  })

  it('rebinding: one forbidden address among allowed ones closes them all', async () => {
    const { port, knocks } = await openDoor('127.0.0.1')
    const { outcomes } = await reach(
      port,
      [],
      ['93.184.216.34', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['::ffff:7f00:1', '93.184.216.34'],
      [],
    )
    expect(outcomes).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden'])
    expect(knocks()).toBe(0)
  })
})
