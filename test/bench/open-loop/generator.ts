/**
 * The open loop: every request is sent at its scheduled time, however many are without a response, and its latency
 * counts from that time. So a slow service cannot slow its own load down (no coordinated omission).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Probe } from './saturation.ts'
import { gapMs } from './schedule.ts'
import type { Sender } from './sender.ts'
import { newTally, type Tally } from './tally.ts'
import type { OperationName, Visitors } from './visitors.ts'

export interface Load {
  readonly visitors: Visitors
  readonly sender: Sender
  readonly random: () => number
  readonly next: () => OperationName
  /** Also gets every latency; undefined: the request failed. */
  readonly observe?: (milliseconds: number | undefined) => void
}

export interface Offered extends Probe {
  readonly tally: Tally
  /** Longest time that the generator itself sent a request too late, in milliseconds. */
  readonly lag: number
  /** Resolves when every request has a response or failed. */
  readonly drained: Promise<unknown>
}

/** Offers load for `duration` seconds. @param rate operations per second, where a sign-in counts as one */
export async function offer(load: Load, rate: number, duration: number): Promise<Offered> {
  const tally = newTally()
  const pending = new Set<Promise<void>>()
  let scheduled = performance.now()
  const end = scheduled + duration * 1_000
  let lag = 0
  for (scheduled += gapMs(rate, load.random); scheduled < end; ) {
    const now = performance.now()
    for (; scheduled <= Math.min(now, end); scheduled += gapMs(rate, load.random)) {
      lag = Math.max(lag, now - scheduled)
      const work = one(load, tally, scheduled).finally(() => pending.delete(work))
      pending.add(work)
    }
    await pause(Math.max(0, Math.min(scheduled, end) - performance.now()))
  }
  return { tally, failed: tally.failed, operations: tally.counts(), duration, lag, drained: Promise.all(pending) }
}

async function one({ visitors, sender, next, observe }: Load, tally: Tally, scheduled: number): Promise<void> {
  const operation = next()
  tally.offer(operation)
  try {
    await visitors.run(operation, sender.send)
    const milliseconds = performance.now() - scheduled
    tally.complete(operation, milliseconds)
    observe?.(milliseconds)
  } catch (error) {
    tally.fail(operation, error)
    observe?.(undefined)
  }
}
