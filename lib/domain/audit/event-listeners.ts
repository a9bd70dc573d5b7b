import { errorFields, type Logger } from '../../ports/logger.ts'
import type { AuditEvent, AuditEventName } from './events.ts'
import { AUDIT_EVENTS } from './events.ts'
import { type SecurityEvent, securityEvent } from './security-event.ts'

/** A listener that fails is named in the log so often, with the number of its failures since. */
const COMPLAIN_EVERY_MS = 60_000

/** What can be listened for: one kind of event, or all of them. */
export type ListenedEvent = AuditEventName | '*'

export type SecurityEventListener<Name extends ListenedEvent> = (
  event: SecurityEvent<Name extends AuditEventName ? Name : AuditEventName>,
) => unknown

export interface EventListeners {
  /**
   * Has a function called with each event of that name, or with `*` with each of all; `token.refreshed` too, which is no entry of the
   * audit trail. Only what this process did is told: of several nodes each tells its own.
   *
   * It is called in a turn of its own soon after the event was noted, also while the store cannot take the entry; no request waits for
   * it, and neither does another listener. What it throws or rejects with is logged, once a minute; a promise that it returns is
   * never waited for. Work that keeps the processor busy keeps the whole process busy, which nothing can prevent: hand it over.
   *
   * @returns ends it
   * @throws TypeError for a name that is no event, and for what is no function
   */
  on<Name extends ListenedEvent>(event: Name, listener: SecurityEventListener<Name>): () => void
  /** Whether anybody listens for it: else nothing need be put together. */
  hasListener(event: AuditEventName): boolean
  /** Tells whoever listens; costs nothing where nobody does. */
  tell(entry: AuditEvent): void
}

interface Registered {
  readonly name: ListenedEvent
  readonly listener: (event: SecurityEvent) => unknown
}

export function eventListeners(now: () => number, logger: Logger): EventListeners {
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
    logger.warn({ event: name, ...errorFields(error), ...since }, 'a listener of security events failed')
  }
  const call = ({ name, listener }: Registered, event: SecurityEvent): void => {
    try {
      const result = listener(event)
      // Nobody keeps the promise: one that never settles is gone as soon as the listener lets go of it.
      if (isThenable(result)) Promise.resolve(result).catch((error: unknown) => failed(name, error))
    } catch (error) {
      failed(name, error)
    }
  }
  const hasListener = (event: AuditEventName): boolean => registered.has(event) || registered.has('*')

  return {
    on(name, listener) {
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
    tell(entry) {
      if (!hasListener(entry.event)) return
      const event = securityEvent(entry, now())
      for (const name of [entry.event, '*'] as const)
        for (const one of registered.get(name) ?? []) setImmediate(call, one, event)
    },
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
