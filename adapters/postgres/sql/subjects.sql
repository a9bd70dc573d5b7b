-- revokeSubject: increment the version of everything.
-- Called by  adapters/postgres/subjects.ts
-- $1 subject
-- Returns    [version]
-- Why        concurrent calls must get different versions
INSERT INTO portico.subjects VALUES ($1, 1)
ON CONFLICT (id) DO UPDATE SET generation = subjects.generation + 1 RETURNING generation

-- revokeSubjectClient: increment the version of a client.
-- Called by  adapters/postgres/subjects.ts
-- $1 subject, $2 client
-- Returns    [version]
-- Why        concurrent calls must get different versions
INSERT INTO portico.subject_clients VALUES ($1, $2, 1)
ON CONFLICT (subject, client) DO UPDATE SET generation = subject_clients.generation + 1 RETURNING generation

-- changeSubjectRoles: increment the version of the roles.
-- Called by  adapters/postgres/subjects.ts
-- $1 subject
-- Returns    [version]
-- Why        concurrent calls must get different versions
INSERT INTO portico.subject_roles VALUES ($1, 1)
ON CONFLICT (subject) DO UPDATE SET generation = subject_roles.generation + 1 RETURNING generation

-- endSession: mark a session as ended, and its tokens as revoked if asked for.
-- Called by  adapters/postgres/subjects.ts
-- $1 subject, $2 session, $3 whether its tokens are revoked, $4 milliseconds
-- Returns    nothing
-- Why        a mark is never shortened or weakened by a concurrent one
INSERT INTO portico.ended_sessions VALUES ($1, $2, $3, now() + $4 * interval '1 ms')
ON CONFLICT (subject, session) DO UPDATE SET revoked = ended_sessions.revoked OR excluded.revoked,
  expires_at = greatest(ended_sessions.expires_at, excluded.expires_at)
