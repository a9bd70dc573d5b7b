-- issueFamily: store a new token family.
-- Called by  adapters/postgres/families.ts
-- $1 ID, $2 record, $3 time to live in milliseconds
-- Returns    nothing
-- Why        a repetition leaves the row unchanged, which can be further by then
INSERT INTO portico.families (id, record, expires_at, sweep_at)
VALUES ($1, $2, now() + $3 * interval '1 ms', now() + $3 * interval '1 ms') ON CONFLICT DO NOTHING

-- readFamily: read a record.
-- Called by  adapters/postgres/families.ts
-- $1 ID
-- Returns    [record], or no row
-- Why        an expired row counts as missing before it is deleted
SELECT record FROM portico.families WHERE id = $1 AND expires_at > now()

-- replaceFamily: replace a record if it matches the expected one.
-- Called by  adapters/postgres/families.ts
-- $1 ID, $2 expected record, $3 next record, $4 time to live in milliseconds, $5 the attempt: node and number
-- Returns    a row if the record is the next one
-- Why        comparing and replacing must be one step. An update that waits for another one checks its condition again
--            on the row's new version (READ COMMITTED). If a second attempt writes the same record, neither can be
--            rolled back
UPDATE portico.families SET record = $3, expires_at = now() + $4 * interval '1 ms',
  attempt = CASE WHEN record = $2 OR attempt = $5 THEN $5 ELSE '' END,
  former_expires_at = CASE WHEN record = $2 THEN expires_at ELSE former_expires_at END,
  written_at = CASE WHEN record = $2 THEN now() ELSE written_at END
WHERE id = $1 AND record IN ($2, $3) AND expires_at > now() RETURNING 1

-- undoFamily: roll back an unacknowledged replacement, or block the replacement if it has not arrived yet.
-- Called by  adapters/postgres/resolution-steps.ts
-- $1 ID, $2 former record, $3 next record, $4 the attempt or its node, $5 least lifetime in seconds
-- Returns    nothing
-- Why        another request could use the record between a read and its rollback. Readers ignore the space at the end
--            of the record, but a late attempt does not find the record that it expects
UPDATE portico.families SET record = $2 || ' ',
  expires_at = CASE WHEN record = $2 THEN expires_at
    ELSE greatest(former_expires_at, now() + $5 * interval '1 s') END,
  attempt = CASE WHEN record = $2 THEN attempt ELSE '' END
WHERE id = $1 AND expires_at > now() AND (record = $2 OR (record = $3 AND starts_with(attempt, $4)))

-- readOrigin: return the attempt that wrote the record, and its age in seconds.
-- Called by  adapters/postgres/resolution-steps.ts
-- $1 ID
-- Returns    [attempt, age]; the attempt is '' when no node can roll the record back
-- Why        only the database's clock can measure the age
SELECT attempt, extract(epoch FROM now() - written_at)::float8 FROM portico.families WHERE id = $1

-- publishNode: keep the number below which all attempts of the node are resolved.
-- Called by  adapters/postgres/resolution-steps.ts
-- $1 node, $2 number, $3 seconds
-- Returns    nothing
-- Why        one upsert for a node's first number and all others
INSERT INTO portico.nodes VALUES ($1, $2, now() + $3 * interval '1 s')
ON CONFLICT (id) DO UPDATE SET resolved_below = excluded.resolved_below, expires_at = excluded.expires_at

-- readNode: read the number that a node has published.
-- Called by  adapters/postgres/resolution-steps.ts
-- $1 node
-- Returns    [number], or no row
-- Why        an expired number is that of a dead node
SELECT resolved_below FROM portico.nodes WHERE id = $1 AND expires_at > now()

-- revokeFamily: remove the record.
-- Called by  adapters/postgres/families.ts
-- $1 ID
-- Returns    nothing
-- Why        a replacement that waits for the deletion finds no row
DELETE FROM portico.families WHERE id = $1

-- lookAtToken: read all that the checks of tokens need.
-- Called by  adapters/postgres/token-state.ts
-- $1 family, $2 subject, $3 session, $4 client of the subject, $5 and $6 clients of each check
-- Returns    rows in order of [family, generation, revoked, client's generation, roles' generation, two client records];
--            null: missing
-- Why        one round trip and one snapshot for a hot path, shared by the checks that wait
SELECT (SELECT record FROM portico.families WHERE id = look.family AND expires_at > now()),
  (SELECT generation FROM portico.subjects WHERE id = look.subject),
  (SELECT revoked FROM portico.ended_sessions AS ended
    WHERE ended.subject = look.subject AND ended.session = look.session AND expires_at > now()),
  (SELECT generation FROM portico.subject_clients AS access
    WHERE access.subject = look.subject AND access.client = look.client),
  (SELECT generation FROM portico.subject_roles AS roles WHERE roles.subject = look.subject),
  (SELECT record FROM portico.clients WHERE id = look.first), (SELECT record FROM portico.clients WHERE id = look.second)
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  WITH ORDINALITY AS look (family, subject, session, client, first, second, place) ORDER BY place
