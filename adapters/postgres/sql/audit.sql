-- appendAudit: append lines if the tail is still the one that they were chained to.
-- Called by  adapters/postgres/audit-log.ts
-- $1 expected position, $2 expected hash, $3 positions, $4 times, $5 entries, $6 hashes
-- Returns    a row for each line
-- Why        nodes compute the hashes, and only one of two concurrent appends may succeed
WITH moved AS (
  UPDATE portico.audit_ends SET seq = ($3::bigint[])[cardinality($3::bigint[])], hash = ($6::text[])[cardinality($6::text[])]
  WHERE seq = $1 AND hash = $2 RETURNING 1
)
INSERT INTO portico.audit SELECT * FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[])
WHERE EXISTS (SELECT FROM moved) RETURNING 1

-- auditEnds: read both ends of the log.
-- Called by  adapters/postgres/audit-log.ts
-- Returns    [last position, its hash, position before the first, its hash]
-- Why        one row, so the ends fit each other
SELECT seq, hash, trimmed_seq, trimmed_hash FROM portico.audit_ends

-- newerAudit: read lines from a position on.
-- Called by  adapters/postgres/audit-log.ts
-- $1 position, $2 lines
-- Returns    [position, time, entry, hash]
-- Why        the primary key has this order
SELECT seq, at, entry, hash FROM portico.audit WHERE seq >= $1 ORDER BY seq LIMIT $2

-- olderAudit: read lines back from a position.
-- Called by  adapters/postgres/audit-log.ts
-- $1 position, $2 lines
-- Returns    [position, time, entry, hash]
-- Why        the primary key has this order
SELECT seq, at, entry, hash FROM portico.audit WHERE seq <= $1 ORDER BY seq DESC LIMIT $2

-- trimAudit: drop lines from the front that are older than a time.
-- Called by  adapters/postgres/audit-log.ts
-- $1 time, $2 most lines
-- Returns    a row for each dropped line
-- Why        a gap would look like tampering, so a younger line keeps all that follow it. Reads no more than $2 lines
WITH oldest AS (
  SELECT seq, hash, at FROM portico.audit
  WHERE seq > (SELECT trimmed_seq FROM portico.audit_ends) AND seq <= (SELECT trimmed_seq + $2 FROM portico.audit_ends)
), cut AS (
  SELECT seq, hash FROM oldest WHERE seq < coalesce((SELECT min(seq) FROM oldest WHERE at >= $1), seq + 1)
  ORDER BY seq DESC LIMIT 1
), moved AS (
  UPDATE portico.audit_ends SET trimmed_seq = cut.seq, trimmed_hash = cut.hash FROM cut WHERE trimmed_seq < cut.seq
  RETURNING trimmed_seq
)
DELETE FROM portico.audit
WHERE seq > (SELECT trimmed_seq FROM portico.audit_ends) AND seq <= (SELECT trimmed_seq FROM moved) RETURNING 1
