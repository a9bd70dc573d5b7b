-- putRecord: store an ephemeral value.
-- Called by  adapters/postgres/records.ts
-- $1 kind, $2 ID, $3 value, $4 time to live in milliseconds
-- Returns    nothing
-- Why        one upsert for a new value and a changed one
INSERT INTO portico.records VALUES ($1, $2, $3, now() + $4 * interval '1 ms')
ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at

-- readRecord: read an ephemeral value.
-- Called by  adapters/postgres/records.ts
-- $1 kind, $2 ID
-- Returns    [value], or no row
-- Why        an expired row counts as missing before it is deleted
SELECT value FROM portico.records WHERE kind = $1 AND id = $2 AND expires_at > now()

-- removeRecord: remove an ephemeral value.
-- Called by  adapters/postgres/records.ts
-- $1 kind, $2 ID
-- Returns    nothing
-- Why        a single row
DELETE FROM portico.records WHERE kind = $1 AND id = $2

-- takeRecord: read and remove an ephemeral value.
-- Called by  adapters/postgres/records.ts
-- $1 kind, $2 ID
-- Returns    [value], or no row
-- Why        only one of several concurrent callers gets it
DELETE FROM portico.records WHERE kind = $1 AND id = $2 AND expires_at > now() RETURNING value

-- claimRecord: store an ephemeral value unless there is one.
-- Called by  adapters/postgres/records.ts
-- $1 kind, $2 ID, $3 value, $4 time to live in milliseconds
-- Returns    a row if it was stored
-- Why        only one of several concurrent callers stores it
INSERT INTO portico.records VALUES ($1, $2, $3, now() + $4 * interval '1 ms')
ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
WHERE records.expires_at <= now() RETURNING 1

-- hitWindows: count hits of keys. A window starts with its first hit.
-- Called by  adapters/postgres/rate-counter.ts
-- $1 keys, each once, $2 hits of each, $3 milliseconds of each
-- Returns    rows of [key, hits, milliseconds until the window ends]
-- Why        no hit of a concurrent request is lost. All requests from one IP address change one row, and each would wait
--            until the log of those before it is on disk. So the commit does not wait: a crash loses the last second.
--            Keys are in order, so that two nodes never wait for each other's rows
INSERT INTO portico.rate_windows SELECT key, hits, now() + ms * interval '1 ms'
FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS hit (key, hits, ms)
WHERE set_config('synchronous_commit', 'off', true) = 'off' ORDER BY key COLLATE "C"
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN rate_windows.expires_at > now() THEN rate_windows.count ELSE 0 END + excluded.count,
  expires_at = CASE WHEN rate_windows.expires_at > now() THEN rate_windows.expires_at ELSE excluded.expires_at END
RETURNING key, count, ceil(extract(epoch FROM expires_at - now()) * 1000)::bigint

-- refundHit: undo a hit.
-- Called by  adapters/postgres/rate-counter.ts
-- $1 key
-- Returns    nothing
-- Why        never below zero, and not in a window that has ended. The commit does not wait, as in hitWindows
UPDATE portico.rate_windows SET count = greatest(count - 1, 0) WHERE key = $1 AND expires_at > now()
AND set_config('synchronous_commit', 'off', true) = 'off'

-- clearWindow: remove a window.
-- Called by  adapters/postgres/rate-counter.ts
-- $1 key
-- Returns    nothing
-- Why        a single row
DELETE FROM portico.rate_windows WHERE key = $1
