-- putBounded: add entries to a bounded log, and drop the oldest ones beyond the limits.
-- Called by  adapters/postgres/bounded-log.ts
-- $1 log, $2 IDs, $3 shares, $4 times, $5 texts, $6 whether texts are replaced, $7 total, $8 per share, $9 since
-- Returns    nothing
-- Why        a function: concurrent writers must not exceed the limits, and each step has to see those before it
SELECT portico.put_bounded($1, $2, $3, $4, $5, $6, $7, $8, $9)

-- findBounded: read the text of an entry.
-- Called by  adapters/postgres/bounded-log.ts
-- $1 log, $2 ID
-- Returns    [text], or no row
-- Why        a single read
SELECT text FROM portico.bounded_logs WHERE log = $1 AND id = $2

-- idsOfShares: read the IDs of entries whose share starts with a text.
-- Called by  adapters/postgres/bounded-log.ts
-- $1 log, $2 beginning, $3 entries, $4 end of the range
-- Returns    [ID]
-- Why        a range of the index
SELECT id FROM portico.bounded_logs WHERE log = $1 AND share >= $2 AND share < $4
ORDER BY share, position LIMIT $3

-- newerBounded: read entries from a position on.
-- Called by  adapters/postgres/bounded-log.ts
-- $1 log, $2 position, $3 entries
-- Returns    [position, ID, time, text]
-- Why        the index has this order
SELECT position, id, at, text FROM portico.bounded_logs WHERE log = $1 AND position >= $2 ORDER BY position LIMIT $3

-- olderBounded: read entries back from a position.
-- Called by  adapters/postgres/bounded-log.ts
-- $1 log, $2 position, $3 entries
-- Returns    [position, ID, time, text]
-- Why        the index has this order
SELECT position, id, at, text FROM portico.bounded_logs WHERE log = $1 AND position <= $2 ORDER BY position DESC LIMIT $3
