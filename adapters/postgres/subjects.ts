import type { SubjectState, SubjectStore } from '../../lib/ports/subjects.ts'
import type { TokenStateReader } from '../../lib/ports/token-state.ts'
import type { Connection } from './connection.ts'

export function subjects({ write }: Connection, look: TokenStateReader['look']): SubjectStore {
  const raised = async (...[step, name, values]: Parameters<typeof write>): Promise<number> => {
    const [row] = await write(step, name, values)
    return row?.[0] as number
  }
  const mark = async (subject: string, session: string, isRevoked: boolean, keepMs: number): Promise<void> =>
    void (await write('ending a session', 'endSession', [subject, session, isRevoked, keepMs]))

  return {
    async read(id, session = '', client = '') {
      const { subject } = await look({ subject: { id, session, client } })
      return subject as SubjectState
    },
    revoke: (subject) => raised('revoking a subject', 'revokeSubject', [subject]),
    revokeClient: (subject, client) => raised('revoking a client', 'revokeSubjectClient', [subject, client]),
    changeRoles: (subject) => raised('changing roles', 'changeSubjectRoles', [subject]),
    endSession: (subject, session, keepMs) => mark(subject, session, false, keepMs),
    revokeSession: (subject, session, keepMs) => mark(subject, session, true, keepMs),
  }
}
