-- readSession: read a session.
-- Called by  adapters/postgres/sessions.ts
-- $1 key
-- Returns    [base, clients], or no row
-- Why        a single read
SELECT base, clients FROM portico.sessions WHERE key = $1 AND expires_at > now()

-- writeSession: write the base, and keep the clients of a session that has not expired.
-- Called by  adapters/postgres/sessions.ts
-- $1 key, $2 base, $3 time to live in milliseconds
-- Returns    nothing
-- Why        a concurrent sign-in to a client must not be lost
INSERT INTO portico.sessions VALUES ($1, $2, '{}', now() + $3 * interval '1 ms') ON CONFLICT (key) DO UPDATE SET
  base = excluded.base, clients = CASE WHEN sessions.expires_at > now() THEN sessions.clients ELSE '{}' END,
  expires_at = excluded.expires_at

-- moveSession: move a session to another key.
-- Called by  adapters/postgres/sessions.ts
-- $1 key, $2 next key
-- Returns    nothing
-- Why        the session exists under one of the keys at any time
WITH moved AS (DELETE FROM portico.sessions WHERE key = $1 AND expires_at > now() RETURNING base, clients, expires_at)
INSERT INTO portico.sessions SELECT $2, base, clients, expires_at FROM moved
ON CONFLICT (key) DO UPDATE SET base = excluded.base, clients = excluded.clients, expires_at = excluded.expires_at

-- joinSession: add a client's entry unless there is one.
-- Called by  adapters/postgres/sessions.ts
-- $1 key, $2 client, $3 entry
-- Returns    a row if it was added
-- Why        of two tabs that join at the same time, one adds its entry
UPDATE portico.sessions SET clients = clients || jsonb_build_object($2::text, $3::text)
WHERE key = $1 AND expires_at > now() AND NOT clients ? $2 RETURNING 1

-- entryOfSession: read a client's entry.
-- Called by  adapters/postgres/sessions.ts
-- $1 key, $2 client
-- Returns    [entry], or no row
-- Why        a single read
SELECT clients ->> $2 FROM portico.sessions WHERE key = $1 AND expires_at > now() AND clients ? $2

-- amendSession: replace a client's entry.
-- Called by  adapters/postgres/sessions.ts
-- $1 key, $2 client, $3 entry
-- Returns    a row if there was one
-- Why        other clients' entries stay as they are
UPDATE portico.sessions SET clients = clients || jsonb_build_object($2::text, $3::text)
WHERE key = $1 AND expires_at > now() AND clients ? $2 RETURNING 1

-- removeSession: remove a session.
-- Called by  adapters/postgres/sessions.ts
-- $1 key
-- Returns    nothing
-- Why        a single row
DELETE FROM portico.sessions WHERE key = $1

-- linkSession: add a session to the subject's list.
-- Called by  adapters/postgres/sessions.ts
-- $1 subject, $2 uid, $3 key, $4 about, $5 time to live in milliseconds
-- Returns    nothing
-- Why        one upsert for a new session and a changed one
INSERT INTO portico.session_links VALUES ($1, $2, $3, $4, now() + $5 * interval '1 ms')
ON CONFLICT (subject, uid) DO UPDATE SET key = excluded.key, about = excluded.about, expires_at = excluded.expires_at

-- unlinkSession: remove a session from the subject's list.
-- Called by  adapters/postgres/sessions.ts
-- $1 subject, $2 uid
-- Returns    nothing
-- Why        a single row
DELETE FROM portico.session_links WHERE subject = $1 AND uid = $2

-- linkedSessions: read the subject's list.
-- Called by  adapters/postgres/sessions.ts
-- $1 subject
-- Returns    [uid, key, about]
-- Why        expired rows count as missing before they are deleted
SELECT uid, key, about FROM portico.session_links WHERE subject = $1 AND expires_at > now()

-- sessionSubjects: read a page of the subjects that have sessions.
-- Called by  adapters/postgres/sessions.ts
-- $1 last subject of the page before, $2 subjects
-- Returns    [subject]
-- Why        the primary key has this order
SELECT DISTINCT subject FROM portico.session_links WHERE subject > $1 AND expires_at > now() ORDER BY subject LIMIT $2
