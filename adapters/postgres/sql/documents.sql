-- readDocument: read a document.
-- Called by  adapters/postgres/documents.ts
-- $1 collection, $2 ID
-- Returns    [value], or no row
-- Why        a single read
SELECT value FROM portico.documents WHERE collection = $1 AND id = $2

-- createDocument: store a document unless there is one.
-- Called by  adapters/postgres/documents.ts
-- $1 collection, $2 ID, $3 value
-- Returns    a row if it was stored
-- Why        only one of several concurrent callers stores it
INSERT INTO portico.documents VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1

-- changeDocument: replace a document that equals the expected one.
-- Called by  adapters/postgres/documents.ts
-- $1 collection, $2 ID, $3 value, $4 expected value
-- Returns    a row if the value is the next one
-- Why        comparing and replacing must be one step
UPDATE portico.documents SET value = $3 WHERE collection = $1 AND id = $2 AND value IN ($3, $4) RETURNING 1

-- removeDocument: remove a document that equals the expected one.
-- Called by  adapters/postgres/documents.ts
-- $1 collection, $2 ID, $3 expected value
-- Returns    a row if it was removed
-- Why        comparing and removing must be one step
DELETE FROM portico.documents WHERE collection = $1 AND id = $2 AND value = $3 RETURNING 1

-- listDocuments: read a page of documents.
-- Called by  adapters/postgres/documents.ts
-- $1 collection, $2 last ID of the page before; null for the first page, $3 documents
-- Returns    [number of all; null after the first page, IDs, values]
-- Why        one snapshot for page and number; each page counting all would take quadratic time
SELECT CASE WHEN $2::text IS NULL THEN (SELECT count(*) FROM portico.documents WHERE collection = $1) END, array_agg(id ORDER BY id), array_agg(value ORDER BY id)
FROM (SELECT id, value FROM portico.documents WHERE collection = $1 AND id > coalesce($2, '') ORDER BY id LIMIT $3) AS page
