/** Listeners of the host: what one of them does changes nothing for the service and for the others. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type EventListeners, eventListeners } from '../../../lib/domain/audit/event-listeners.ts'
import type { AuditEvent, AuditEventName } from '../../../lib/domain/audit/events.ts'
import type { SecurityEvent } from '../../../lib/domain/audit/security-event.ts'
import { type LogRecorder, logRecorder } from '../../support/log-recorder.ts'

const NOW = Date.UTC(2026, 0, 5)
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const event = (name: AuditEventName, more: Partial<AuditEvent> = {}): AuditEvent => ({
  event: name,
  result: 'ok',
  ...more,
})

let at: number
let log: LogRecorder
let listeners: EventListeners
beforeEach(() => {
  at = NOW
  log = logRecorder()
  listeners = eventListeners(() => at, log.logger)
})

it('each is called for its events, in a separate turn, until it is removed', async () => {
  const received: string[] = []
  const note = (who: string) => (one: SecurityEvent) => received.push(`${who} ${one.event}`)
  const end = listeners.on('sign-in.succeeded', note('one'))
  listeners.on('*', note('all'))
  listeners.notify(event('sign-in.succeeded', { user: 'u-alice' }))
  listeners.notify(event('code.issued'))
  expect(received).toEqual([])
  await turn()
  expect(received).toEqual(['one sign-in.succeeded', 'all sign-in.succeeded', 'all code.issued'])
  end()
  end()
  listeners.notify(event('sign-in.succeeded'))
  await turn()
  expect(received.slice(3)).toEqual(['all sign-in.succeeded'])
})

it('a function that listens twice is called twice, and removed once', async () => {
  let calls = 0
  const count = (): void => {
    calls += 1
  }
  const [end] = [listeners.on('code.issued', count), listeners.on('code.issued', count)]
  listeners.notify(event('code.issued'))
  await turn()
  expect(calls).toBe(2)
  end()
  listeners.notify(event('code.issued'))
  await turn()
  expect(calls).toBe(3)
})

it('an event is only built if a listener exists', () => {
  expect(listeners.hasListener('code.issued')).toBe(false)
  const end = listeners.on('code.issued', () => {})
  expect([listeners.hasListener('code.issued'), listeners.hasListener('token.issued')]).toEqual([true, false])
  end()
  expect(listeners.hasListener('code.issued')).toBe(false)
  listeners.on('*', () => {})
  expect(listeners.hasListener('token.issued')).toBe(true)
})

it('what is listened for is an event, and what listens a function', () => {
  const on = listeners.on as (name: string, listener: unknown) => unknown
  expect(() => on('sign-in.suceeded', () => {})).toThrow(TypeError)
  expect(() => on('toString', () => {})).toThrow(TypeError)
  expect(() => on('*', undefined)).toThrow(TypeError)
})

it('one that throws, rejects, or returns no promise does not affect the others; it is logged once a minute', async () => {
  let received = 0
  const thenable = {
    // biome-ignore lint/suspicious/noThenProperty: what hosts return may be anything
    get then(): never {
      throw new Error('no promise of ours')
    },
  }
  listeners.on('code.issued', () => {
    throw new Error('it throws')
  })
  listeners.on('token.issued', () => Promise.reject(new Error('it rejects')))
  listeners.on('token.revoked', () => thenable)
  listeners.on('*', () => {
    received += 1
  })
  const round = async (): Promise<void> => {
    for (const name of ['code.issued', 'token.issued', 'token.revoked'] as const) listeners.notify(event(name))
    await turn()
    await turn()
  }
  for (let count = 0; count < 5; count += 1) await round()
  expect(received).toBe(15)
  expect(log.lines.map(({ level, fields }) => [level, fields['event'], fields['message']])).toEqual([
    ['warn', 'code.issued', 'it throws'],
    ['warn', 'token.issued', 'it rejects'],
    ['warn', 'token.revoked', 'no promise of ours'],
  ])
  at += 60_000
  await round()
  expect(log.lines.slice(3).map(({ fields }) => fields['failures_since'])).toEqual([4, 4, 4])
})

it('promises that never settle are not retained', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const promises: WeakRef<Promise<never>>[] = []
  listeners.on('*', () => {
    const never = new Promise<never>(() => {})
    promises.push(new WeakRef(never))
    return never
  })
  for (let count = 0; count < 1_000; count += 1) listeners.notify(event('code.issued'))
  await turn()
  expect(promises).toHaveLength(1_000)
  // A WeakRef holds what it was made for until the end of that turn.
  await turn()
  collect()
  expect(promises.filter((promise) => promise.deref() !== undefined).length).toBeLessThan(5)
})

it('an event cannot be changed for the next listener, nor the record behind it', async () => {
  const seen: (string | undefined)[] = []
  listeners.on('*', (one) => {
    ;(one as { user?: string }).user = 'another user'
  })
  listeners.on('*', ({ changes }) => {
    ;(changes as unknown as { redirectUris: string[][] }).redirectUris[1]?.push('https://evil.example/cb')
  })
  listeners.on('*', ({ user, changes }) => seen.push(user, JSON.stringify(changes)))
  const after = ['https://a.example/cb']
  listeners.notify(event('client.changed', { user: 'u-alice', changes: { redirectUris: [[], after] } }))
  await turn()
  expect(seen).toEqual(['u-alice', '{"redirectUris":[[],["https://a.example/cb"]]}'])
  // It was created from the client's record.
  expect([after, Object.isFrozen(after)]).toEqual([['https://a.example/cb'], false])
})

describe('an event', () => {
  const eventOf = async (entry: AuditEvent): Promise<SecurityEvent> => {
    const received = Promise.withResolvers<SecurityEvent>()
    const end = listeners.on('*', received.resolve)
    listeners.notify(entry)
    end()
    return received.promise
  }

  it('has the time, and why a sign-in failed, but not what was found', async () => {
    const failed = event('sign-in.failed', {
      result: 'refused',
      count: 3,
      lastAt: 7,
      detail: 'redirect_uri https://someone@example.com/',
      details: { reason: 'wrong_password' },
    })
    expect(await eventOf(failed)).toEqual({
      event: 'sign-in.failed',
      at: NOW,
      result: 'refused',
      count: 3,
      reason: 'wrong_password',
    })
  })

  it('reports standing and settings with their values, and users without', async () => {
    const changes = {
      status: ['active', 'suspended'],
      roles: [[], ['editor']],
      redirectUris: [['https://a.example/cb'], ['https://a.example/cb', 'https://b@c.example/cb']],
      email: ['a@example.com', 'b@example.com'],
      username: [null, 'carol@example.com'],
      ownerEmail: ['a@example.com', null],
      name: ['Carol', 'Carol Ng'],
      second_factor: ['passkey my phone', undefined],
    } as const
    expect((await eventOf(event('account.changed', { changes }))).changes).toEqual({
      status: ['active', 'suspended'],
      roles: [[], ['editor']],
      redirectUris: 'changed',
      email: 'changed',
      username: 'changed',
      ownerEmail: 'changed',
      name: 'changed',
      second_factor: 'changed',
    })
  })
})
