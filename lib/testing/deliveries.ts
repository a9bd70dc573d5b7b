/** The emails and logout notices of a test, as they are queued and sent. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery, DeliveryStore, LogoutNotice } from '../ports/deliveries.ts'
import type { Email } from '../ports/mailer.ts'
import type { Storage } from '../ports/storage.ts'

/** An email that the provider has sent. */
export interface TestEmail extends Pick<Email, 'kind' | 'to' | 'subject' | 'text' | 'html' | 'locale'> {
  /** URLs in the email; the first is the one to follow. Empty if there are none. */
  readonly links: readonly string[]
  /** Sign-in code; absent in other emails. */
  readonly code?: string
}

/** A back-channel logout notice to a client, delivered or not. */
export interface TestNotice {
  /** ID of the client. */
  readonly client: string
  /** Subject of the user. */
  readonly sub: string
  /** Session ID of the logout token, as in the client's ID token. */
  readonly sid: string
  /** The client's back-channel logout URI. */
  readonly uri: string
  /** Whether the client accepted the notice. Until then, the provider retries. */
  readonly delivered: boolean
  /** Number of attempts so far. */
  readonly attempts: number
  /** HTTP status of the last attempt; absent without a response. */
  readonly status?: number
  /** Why there was no response; absent otherwise. */
  readonly error?: string
}

export function recordedEmails() {
  const inbox: TestEmail[] = []
  return {
    inbox,
    async send({ id: _id, link, ...email }: Email): Promise<void> {
      const urls = email.text.match(/https?:\/\/[^\s>]+/g) ?? []
      inbox.push({ ...email, links: [...new Set(link === undefined ? urls : [link, ...urls])] })
    },
  }
}

/** The storage, with a record of the logout notices that it takes. */
export function recordedNotices(storage: Storage, now: () => number) {
  const notices = new Map<string, LogoutNotice>()
  /** The same array for as long as the provider runs, so that a copy of the provider has it too. */
  const logoutNotices: TestNotice[] = []
  const { deliveries } = storage
  const keep = (delivery: Delivery): void => {
    if (delivery.channel !== 'backchannel') return
    notices.set(delivery.id, { ...notices.get(delivery.id), ...delivery })
    const sent = [...notices.values()].filter(({ state }) => state !== 'held' && state !== 'dropped')
    logoutNotices.splice(0, logoutNotices.length, ...sent.map(noticeOf))
  }
  const recording: DeliveryStore = {
    ...deliveries,
    async put(queued) {
      // Without the pause that hides which users exist.
      await deliveries.put(queued.map((one) => (one.channel === 'mail' ? { ...one, dueAt: one.createdAt } : one)))
      queued.filter(({ id }) => !notices.has(id)).forEach(keep)
    },
    async complete(delivery, keepMs) {
      await deliveries.complete(delivery, keepMs)
      keep(delivery)
    },
  }
  return {
    storage: { ...storage, deliveries: recording },
    logoutNotices,
    /** Waits until every email and notice that is due has been tried. */
    async allTried(): Promise<void> {
      for (;;) {
        const waiting = await deliveries.unfinished(1_000)
        if (!waiting.some(({ state, dueAt }) => state === 'leased' || (state === 'due' && dueAt <= now()))) return
        await pause(2)
      }
    },
  }
}

const noticeOf = ({ clientId, subject, sid, uri, state, tries, lastStatus, lastError }: LogoutNotice): TestNotice => ({
  client: clientId,
  sub: subject,
  sid,
  uri,
  delivered: state === 'delivered',
  attempts: tries,
  ...(lastStatus === undefined ? {} : { status: lastStatus }),
  ...(lastError === undefined ? {} : { error: lastError }),
})
