/** Writes down what is asked of the service and what it answers: who asked what, when, and what was heard when. */
import { request } from 'node:http'
import type { ClientResult } from '../../lib/domain/clients/registry.ts'
import { StoreUnavailable } from '../../lib/index.ts'
import { type Answer, encodeFields, type Fields } from '../support/http.ts'
import { artefactHash, type Entry } from './history.ts'

export type About = Omit<Entry, 'start' | 'end' | 'status' | 'artefact'> & {
  /** The value itself; the history has its hash. */
  readonly presented?: string
}

export interface Recorder {
  readonly history: readonly Entry[]
  /** One request. Undefined: no response came, and the outcome is unknown. */
  keep(about: About, ask: () => Promise<Answer>): Promise<Answer | undefined>
  /** An administrator's act. */
  keepAct(about: About, act: () => Promise<ClientResult>): Promise<void>
  /** A code that was given, some time since `start`. */
  keepBirth(about: About, start: number): void
}

export function recorder(): Recorder {
  const history: Entry[] = []
  const push = ({ presented, ...about }: About, start: number, reply: Pick<Entry, 'status'> & Partial<Entry>): void => {
    const artefact = presented === undefined ? {} : { artefact: artefactHash(presented) }
    history.push({ ...about, ...artefact, start, end: performance.now(), ...reply })
  }
  return {
    history,
    async keep(about, ask) {
      const start = performance.now()
      const answer = await ask().catch(() => undefined)
      push(about, start, heardIn(answer))
      return answer
    },
    async keepAct(about, act) {
      const start = performance.now()
      try {
        push(about, start, { status: (await act()).outcome === 'done' ? 200 : 409 })
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        push(about, start, { status: 503 })
      }
    },
    keepBirth: (about, start) => push(about, start, { status: 303 }),
  }
}

function heardIn(answer: Answer | undefined): Pick<Entry, 'status'> & Partial<Entry> {
  if (answer === undefined) return { status: 0 }
  const { error, error_ref: ref, access_token, refresh_token, active } = JSON.parse(answer.text) as Record<string, any>
  const given: readonly (string | undefined)[] = [access_token, refresh_token]
  const yields = given.flatMap((token) => (token === undefined ? [] : [artefactHash(token)]))
  return {
    status: answer.status,
    ...(error === undefined ? {} : { error }),
    ...(ref === undefined ? {} : { ref }),
    ...(yields.length === 0 ? {} : { yields }),
    ...(active === undefined ? {} : { active }),
  }
}

/** A client that goes away: it sends its request whole, and closes the connection before it can have been answered. */
export function askAndGo(
  port: number,
  path: string,
  fields: Fields,
  headers: Readonly<Record<string, string>>,
  afterMs: number,
): Promise<never> {
  const body = encodeFields(fields)
  return new Promise((_resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
      },
    })
    outgoing.on('error', reject).on('close', () => reject(new Error('the client has gone')))
    outgoing.on('response', () => outgoing.destroy())
    outgoing.end(body, () => setTimeout(() => outgoing.destroy(), afterMs))
  })
}
