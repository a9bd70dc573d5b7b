import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Gauge } from 'prom-client'
import type { DeliveryChannel, Readings, Waiting } from '../../lib/ports/measurements.ts'
import type { NameOf } from './metric-table.ts'

/** How long to wait for an unreachable store, in milliseconds. */
const PATIENCE_MS = 1_000
/** Sampling interval for the event loop delay, in milliseconds. */
const RESOLUTION_MS = 20

const CHANNELS: readonly DeliveryChannel[] = ['backchannel', 'mail']
const STATES: readonly Waiting['state'][] = ['held', 'due', 'leased']

export type Gauges = Readonly<Record<NameOf<'gauge'>, Gauge>>

/** Reads the gauge values at each scrape. */
export function gaugeReader(gauges: Gauges) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()

  const readDelay = (): void => {
    // The monitor measures the time between samples; anything above the resolution is delay.
    const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)
    const isKnown = delay.count > 0
    gauges.portico_event_loop_delay_max_seconds.set(isKnown ? seconds(delay.max) : 0)
    gauges.portico_event_loop_delay_p99_seconds.set(isKnown ? seconds(delay.percentile(99)) : 0)
    delay.reset()
  }
  const readKey = (key: ReturnType<Readings['signingKey']>): void => {
    const { portico_signing_key_age_seconds: age, portico_signing_key_rotation_seconds: rotation } = gauges
    if (key === undefined) {
      age.remove()
      rotation.remove()
      return
    }
    age.set(key.ageSeconds)
    rotation.set(key.longestSeconds)
  }
  const readDeliveries = (waiting: readonly Waiting[] | undefined): void => {
    const { portico_deliveries_waiting: counts, portico_delivery_oldest_age_seconds: ages } = gauges
    counts.reset()
    ages.reset()
    if (waiting === undefined) return
    for (const channel of CHANNELS)
      for (const state of STATES) {
        const found = waiting.find((one) => one.channel === channel && one.state === state)
        counts.set({ channel, state }, found?.count ?? 0)
        ages.set({ channel, state }, found?.oldestSeconds ?? 0)
      }
  }
  return {
    async read(readings: Readings | undefined): Promise<void> {
      readDelay()
      if (readings === undefined) return
      const [isReady, waiting, outage] = await Promise.all([
        soon(readings.isReady()),
        soon(readings.deliveries()),
        soon(readings.emailOutageSeconds()),
      ])
      gauges.portico_ready.set(isReady === true ? 1 : 0)
      gauges.portico_hashing_waiting.set(readings.hashing() ?? 0)
      readKey(readings.signingKey())
      readDeliveries(waiting)
      if (outage === undefined) gauges.portico_email_outage_seconds.remove()
      else gauges.portico_email_outage_seconds.set(outage)
    },
    stop: () => void delay.disable(),
  }
}

/** Resolves to undefined on failure or timeout. */
async function soon<Value>(looked: Promise<Value>): Promise<Value | undefined> {
  const done = new AbortController()
  const late = setTimeout(PATIENCE_MS, undefined, { signal: done.signal })
  return Promise.race([looked, late])
    .catch(() => undefined)
    .finally(() => done.abort())
}
