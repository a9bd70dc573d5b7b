/** Logout notices as their receivers took them: the service's outbox and retries, without a network. */
import { concludeNotice } from '../../lib/domain/sessions/notice-attempt.ts'
import { SILENT } from '../../lib/ports/logger.ts'
import type { TryOutcome } from '../../policies/delivery-retry.ts'
import { APPS, type Notices } from './apps.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { Past } from './service.ts'

const LEASE_MS = 15_000
const AT_ONCE = 50

export interface Courier {
  /** Makes the tries that are due until then, each at its time. */
  deliver(until: number): Promise<void>
}

/** @param goneFrom from when on the host that went away is not found, milliseconds since the epoch */
export function courier({ service, now, setClock }: Past, goneFrom: number): Courier {
  const { storage, configuration } = service
  const chance = chanceOf('courier')
  const pauses = configuration.logout.retryAfterSeconds
  const parts = { storage, now, random: chance.next, pauses, logger: SILENT }
  const notices = new Map(APPS.map((app) => [app.draft.clientId, app.notices]))
  return {
    async deliver(until) {
      for (let due = await storage.deliveries.nextDue(); due !== undefined && due <= until; ) {
        setClock(Math.max(due, now()))
        for (const delivery of await storage.deliveries.lease(now(), AT_ONCE, LEASE_MS)) {
          if (delivery.channel !== 'backchannel') continue
          const outcome = answerOf(notices.get(delivery.clientId) ?? 'none', delivery.tries, now() >= goneFrom, chance)
          const ms = outcome.kind === 'answered' ? chance.between(24, 420) : chance.between(3, 40)
          await concludeNotice(parts, { delivery, isMine: () => true }, { uri: delivery.uri, outcome, at: now(), ms })
        }
        due = await storage.deliveries.nextDue()
      }
    },
  }
}

function answerOf(notices: Notices, triesBefore: number, isGone: boolean, chance: Chance): TryOutcome {
  const taken: TryOutcome = { kind: 'answered', status: chance.one([200, 200, 204]) }
  if (notices === 'host-gone') return isGone ? { kind: 'no-answer', why: 'ENOTFOUND' } : taken
  if (notices === 'fails') return chance.happens(0.7) ? { kind: 'answered', status: 500 } : taken
  if (notices === 'refuses') return { kind: 'answered', status: 400 }
  if (notices === 'slow')
    return triesBefore === 0 && chance.happens(0.5) ? { kind: 'no-answer', why: 'timeout' } : taken
  return triesBefore === 0 && chance.happens(0.03) ? { kind: 'answered', status: 503 } : taken
}
