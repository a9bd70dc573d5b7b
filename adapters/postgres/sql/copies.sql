-- isUsed: find out whether any table has a row. Rate windows are left out: any client can create one.
-- Called by  adapters/postgres/copies.ts
-- Returns    [whether there is one]
-- Why        each part stops at its first row
SELECT EXISTS (SELECT FROM portico.documents) OR EXISTS (SELECT FROM portico.clients)
  OR EXISTS (SELECT FROM portico.audit_ends WHERE seq > 0) OR EXISTS (SELECT FROM portico.subjects)
  OR EXISTS (SELECT FROM portico.subject_clients) OR EXISTS (SELECT FROM portico.subject_roles)
  OR EXISTS (SELECT FROM portico.ended_sessions) OR EXISTS (SELECT FROM portico.families)
  OR EXISTS (SELECT FROM portico.sessions) OR EXISTS (SELECT FROM portico.session_links)
  OR EXISTS (SELECT FROM portico.records) OR EXISTS (SELECT FROM portico.deliveries)
  OR EXISTS (SELECT FROM portico.bounded_logs)

-- copyItems: read everything that is copied, as JSON, through a cursor.
-- Called by  adapters/postgres/copies.ts
-- Returns    [item]
-- Why        one snapshot of all tables (REPEATABLE READ), row by row
DECLARE portico_items NO SCROLL CURSOR FOR
SELECT item FROM (
  SELECT 1 AS part, id AS one, collection AS other, 0 AS seq,
    json_build_object('kind', 'document', 'collection', collection, 'id', id, 'value', value) AS item FROM portico.documents
  UNION ALL SELECT 2, id, '', 0, json_build_object('kind', 'client', 'id', id, 'record', record, 'redirectUris',
    ARRAY(SELECT uri FROM portico.redirect_uris WHERE client = clients.id ORDER BY uri)) FROM portico.clients
  UNION ALL SELECT 3, '', '', 0, json_build_object('kind', 'audit-anchor', 'seq', trimmed_seq, 'hash', trimmed_hash)
    FROM portico.audit_ends
  UNION ALL SELECT 4, '', '', seq,
    json_build_object('kind', 'audit-line', 'seq', seq, 'at', at, 'entry', entry, 'hash', hash) FROM portico.audit
  UNION ALL SELECT 5, id, '', 0,
    json_build_object('kind', 'version', 'subject', id, 'of', 'all', 'version', generation) FROM portico.subjects
  UNION ALL SELECT 6, subject, '', 0,
    json_build_object('kind', 'version', 'subject', subject, 'of', 'roles', 'version', generation)
    FROM portico.subject_roles
  UNION ALL SELECT 7, subject, client, 0, json_build_object('kind', 'version', 'subject', subject, 'of', 'client',
    'client', client, 'version', generation) FROM portico.subject_clients
) AS items ORDER BY part, other, one, seq

-- fetchItems: read the next rows of the cursor.
-- Called by  adapters/postgres/copies.ts
-- Returns    [item]
-- Why        no table is loaded into memory as a whole
FETCH 500 FROM portico_items

-- writeItems: write documents, the anchor, lines of the audit log, and versions.
-- Called by  adapters/postgres/copies.ts
-- $1 items, as a JSON array in which no row occurs twice
-- Returns    nothing
-- Why        versions are raised, never lowered
WITH items AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS item (
  kind text, collection text, id text, value text, seq bigint, hash text, at bigint, entry text, subject text, "of" text,
  client text, version bigint
)), documents AS (
  INSERT INTO portico.documents SELECT collection, id, value FROM items WHERE kind = 'document'
  ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value
), anchor AS (
  UPDATE portico.audit_ends SET trimmed_seq = item.seq, trimmed_hash = item.hash FROM items AS item WHERE kind = 'audit-anchor'
), lines AS (
  INSERT INTO portico.audit SELECT seq, at, entry, hash FROM items WHERE kind = 'audit-line'
  ON CONFLICT (seq) DO UPDATE SET at = excluded.at, entry = excluded.entry, hash = excluded.hash
), subjects AS (
  INSERT INTO portico.subjects SELECT subject, version FROM items WHERE kind = 'version' AND "of" = 'all'
  ON CONFLICT (id) DO UPDATE SET generation = greatest(subjects.generation, excluded.generation)
), roles AS (
  INSERT INTO portico.subject_roles SELECT subject, version FROM items WHERE kind = 'version' AND "of" = 'roles'
  ON CONFLICT (subject) DO UPDATE SET generation = greatest(subject_roles.generation, excluded.generation)
)
INSERT INTO portico.subject_clients SELECT subject, client, version FROM items WHERE kind = 'version' AND "of" = 'client'
ON CONFLICT (subject, client) DO UPDATE SET generation = greatest(subject_clients.generation, excluded.generation)

-- moveAuditEnd: make the last line of the audit log its end.
-- Called by  adapters/postgres/copies.ts
-- Returns    nothing
-- Why        without lines, the log ends at its anchor
UPDATE portico.audit_ends AS ends SET (seq, hash) = (SELECT seq, hash FROM (
  SELECT seq, hash FROM portico.audit UNION ALL SELECT ends.trimmed_seq, ends.trimmed_hash
) AS last ORDER BY seq DESC LIMIT 1)

-- writeClient: write a client and its redirect URIs.
-- Called by  adapters/postgres/copies.ts
-- $1 ID, $2 record
-- Returns    nothing
-- Why        one upsert for a new client and a written one
INSERT INTO portico.clients VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET record = excluded.record

-- releaseUris: remove a client's redirect URIs.
-- Called by  adapters/postgres/copies.ts
-- $1 ID
-- Returns    nothing
-- Why        the next statement writes them all
DELETE FROM portico.redirect_uris WHERE client = $1

-- writeUris: write a client's redirect URIs.
-- Called by  adapters/postgres/copies.ts
-- $1 ID, $2 redirect URIs
-- Returns    nothing
-- Why        uniqueness is not checked in a restore
INSERT INTO portico.redirect_uris SELECT DISTINCT sha256(convert_to(uri, 'UTF8')), uri, $1 FROM unnest($2::text[]) AS uri
ON CONFLICT (hash) DO UPDATE SET client = excluded.client

-- clearStore: remove everything that is copied, except one collection.
-- Called by  adapters/postgres/copies.ts
-- $1 collection
-- Returns    nothing
-- Why        a single step; the collection goes last
WITH clients AS (DELETE FROM portico.clients), lines AS (DELETE FROM portico.audit), subjects AS (DELETE FROM portico.subjects),
  subject_clients AS (DELETE FROM portico.subject_clients), roles AS (DELETE FROM portico.subject_roles),
  ends AS (UPDATE portico.audit_ends SET seq = 0, hash = '', trimmed_seq = 0, trimmed_hash = '')
DELETE FROM portico.documents WHERE collection <> $1

-- clearCollection: remove a collection.
-- Called by  adapters/postgres/copies.ts
-- $1 collection
-- Returns    nothing
-- Why        a single step
DELETE FROM portico.documents WHERE collection = $1
