import type { SessionStore } from '../../lib/ports/sessions.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/** Number of subjects without sessions to drop from the index whenever a session is linked. */
const DROP_WITH_LINK = 10
/** Number of subjects without sessions to drop from the index before a page is listed. */
const DROP_BEFORE_PAGE = 1_000

/** The index can also contain subjects whose sessions have all ended, so `subjects` checks each subject's list. */
export function sessionList(
  connection: Connection,
  keys: Keys,
): Pick<SessionStore, 'link' | 'unlink' | 'linked' | 'subjects'> {
  const index = { subjects: keys.sessionSubjects, ends: keys.sessionEnds }

  async function linked(subject: string) {
    const list = keys.sessionList(subject)
    const lines = await connection.read('listing sessions', (redis) => run(redis, 'listSessions', { list }))
    return lines.flatMap((uid, place) => {
      if (place % 2 === 1) return []
      const [key, about] = JSON.parse(lines[place + 1] ?? '') as [string, string]
      return [{ uid, key, about }]
    })
  }

  return {
    linked,

    async link(subject, { uid, key, about }, ttlMs) {
      await connection.write('indexing a session', keys.sessionSubjects, (redis) =>
        run(redis, 'indexSubject', { ...index, ttlMs, drop: DROP_WITH_LINK }, [subject]),
      )
      const list = keys.sessionList(subject)
      await connection.write('linking a session', list, (redis) =>
        run(redis, 'linkSession', { list, uid, line: JSON.stringify([key, about]), ttlMs }),
      )
    },

    async unlink(subject, uid) {
      const list = keys.sessionList(subject)
      await connection.write('unlinking a session', list, (redis) => redis.hdel(list, uid))
    },

    async subjects(after, limit) {
      await connection.read('dropping ended sessions', (redis) =>
        run(redis, 'indexSubject', { ...index, ttlMs: 0, drop: DROP_BEFORE_PAGE }),
      )
      const found: string[] = []
      let from = after
      while (found.length < limit) {
        const page = await connection.read('listing subjects', (redis) =>
          redis.zrangebylex(keys.sessionSubjects, from === undefined ? '-' : `(${from}`, '+', 'LIMIT', 0, limit),
        )
        const lists = await Promise.all(page.map(linked))
        found.push(...page.filter((_, place) => (lists[place]?.length ?? 0) > 0))
        if (page.length < limit) break
        from = page.at(-1)
      }
      return found.slice(0, limit)
    },
  }
}
