import { errorFields, type Logger } from '../../ports/logger.ts'
import { AUDIT_EVENTS, type AuditEvent, type AuditEventName } from './events.ts'
import { type SecurityEvent, securityEvent } from './security-event.ts'

/** Minimum time between two log lines about a failing listener. Each line counts the failures since the last one. */
const COMPLAIN_EVERY_MS = 60_000

/** Name of an event to listen to; `*`: every event. */
export type ListenedEvent = AuditEventName | '*'

/** Called with each event. Its errors and rejections are logged. */
export type SecurityEventListener<Name extends ListenedEvent> = (
  event: SecurityEvent<Name extends AuditEventName ? Name : AuditEventName>,
) => unknown

export type EventListeners = ReturnType<typeof eventListeners>

interface Registered {
  readonly name: ListenedEvent
  readonly listener: (event: SecurityEvent) => unknown
}

export function eventListeners(now: () => number, logger: Logger) {
  const registered = new Map<ListenedEvent, Set<Registered>>()
  const complaints = new Map<ListenedEvent, { readonly at: number; more: number }>()

  const failed = (name: ListenedEvent, error: unknown): void => {
    const last = complaints.get(name)
    if (last !== undefined && now() < last.at + COMPLAIN_EVERY_MS) {
      last.more += 1
      return
    }
    complaints.set(name, { at: now(), more: 0 })
    const since = last === undefined || last.more === 0 ? {} : { failures_since: last.more }
    logger.warn(
      { code: 'listener-failed', event: name, ...errorFields(error), ...since },
      'security event listener failed',
    )
  }
  const call = ({ name, listener }: Registered, event: SecurityEvent): void => {
    try {
      const result = listener(event)
      // The promise is not retained, so one that never settles is freed as soon as the listener releases it.
      if (isThenable(result)) Promise.resolve(result).catch((error: unknown) => failed(name, error))
    } catch (error) {
      failed(name, error)
    }
  }
  /** Whether any listener would receive the event; if not, the event need not be built. */
  const hasListener = (event: AuditEventName): boolean => registered.has(event) || registered.has('*')

  return {
    /**
     * Calls the listener with each event of the given name, or with every event for `*`, including `token.refreshed`,
     * which is not in the audit trail. Each node reports only its own events.
     *
     * The function runs in a separate turn soon after the event, even if the store cannot accept the entry. No request
     * and no other listener waits for it. Its errors and rejections are logged once a minute; its promises are never
     * awaited. CPU-bound work blocks the whole process, so hand it off to a worker.
     *
     * @returns a function that removes the listener
     * @throws TypeError for an unknown event name, or if the listener is not a function
     */
    on<Name extends ListenedEvent>(name: Name, listener: SecurityEventListener<Name>): () => void {
      if (name !== '*' && !Object.hasOwn(AUDIT_EVENTS, name)) throw new TypeError(`no security event is named ${name}`)
      if (typeof listener !== 'function') throw new TypeError('a listener of security events must be a function')
      const one = { name, listener } as Registered
      registered.set(name, (registered.get(name) ?? new Set()).add(one))
      return () => {
        const others = registered.get(name)
        if (others?.delete(one) && others.size === 0) registered.delete(name)
      }
    },
    hasListener,
    /** Notifies the listeners. Does nothing if there are none. */
    notify(entry: AuditEvent): void {
      if (!hasListener(entry.event)) return
      const event = securityEvent(entry, now())
      for (const name of [entry.event, '*'] as const)
        for (const one of registered.get(name) ?? []) setImmediate(call, one, event)
    },
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
