-- findClient: read a client's record.
-- Called by  adapters/postgres/clients.ts
-- $1 ID
-- Returns    [record], or no row
-- Why        a single read
SELECT record FROM portico.clients WHERE id = $1

-- createClient: claim an ID and all its redirect URIs, or nothing.
-- Called by  adapters/postgres/clients.ts
-- $1 ID, $2 record, $3 redirect URIs
-- Returns    [whether the ID is taken, a taken redirect URI, its holder, whether it was created]
-- Why        all claims in one step. If another client claims one of them meanwhile, the whole statement fails on the
--            unique key (23505); the caller repeats it, and then it finds the holder
WITH taken AS (
  SELECT uri, client FROM portico.redirect_uris
  WHERE hash IN (SELECT sha256(convert_to(uri, 'UTF8')) FROM unnest($3::text[]) AS uri) AND client <> $1 LIMIT 1
), made AS (
  INSERT INTO portico.clients SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM taken) ON CONFLICT DO NOTHING RETURNING id
), claimed AS (
  INSERT INTO portico.redirect_uris SELECT DISTINCT sha256(convert_to(uri, 'UTF8')), uri, $1
  FROM unnest($3::text[]) AS uri WHERE EXISTS (SELECT FROM made)
)
SELECT EXISTS (SELECT FROM portico.clients WHERE id = $1), (SELECT uri FROM taken), (SELECT client FROM taken),
  EXISTS (SELECT FROM made)

-- replaceClient: replace a record that equals the expected one, claim new redirect URIs, release others.
-- Called by  adapters/postgres/clients.ts
-- $1 ID, $2 next record, $3 redirect URIs, $4 expected record
-- Returns    [the record before, a taken redirect URI, its holder, whether it was replaced]
-- Why        as for createClient. The update of the client's row comes first, so two replacements of one client never
--            both change its redirect URIs
WITH taken AS (
  SELECT uri, client FROM portico.redirect_uris
  WHERE hash IN (SELECT sha256(convert_to(uri, 'UTF8')) FROM unnest($3::text[]) AS uri) AND client <> $1 LIMIT 1
), changed AS (
  UPDATE portico.clients SET record = $2 WHERE id = $1 AND record = $4 AND NOT EXISTS (SELECT FROM taken) RETURNING id
), released AS (
  DELETE FROM portico.redirect_uris WHERE client = $1 AND uri <> ALL ($3::text[]) AND EXISTS (SELECT FROM changed)
), claimed AS (
  INSERT INTO portico.redirect_uris SELECT DISTINCT sha256(convert_to(uri, 'UTF8')), uri, $1
  FROM unnest($3::text[]) AS uri WHERE EXISTS (SELECT FROM changed)
  AND uri NOT IN (SELECT own.uri FROM portico.redirect_uris AS own WHERE own.client = $1)
)
SELECT (SELECT record FROM portico.clients WHERE id = $1), (SELECT uri FROM taken), (SELECT client FROM taken),
  EXISTS (SELECT FROM changed)

-- removeClient: remove a record and release its redirect URIs.
-- Called by  adapters/postgres/clients.ts
-- $1 ID
-- Returns    a row if there was one
-- Why        the foreign key removes the redirect URIs in the same step
DELETE FROM portico.clients WHERE id = $1 RETURNING 1

-- holderOf: find the client that has a redirect URI.
-- Called by  adapters/postgres/clients.ts
-- $1 redirect URI
-- Returns    [client], or no row
-- Why        a single read
SELECT client FROM portico.redirect_uris WHERE hash = sha256(convert_to($1, 'UTF8'))

-- listClients: read a page of records, with the number of all.
-- Called by  adapters/postgres/clients.ts
-- $1 last ID of the page before, $2 records
-- Returns    [number of all, records]
-- Why        one snapshot for page and number
SELECT (SELECT count(*) FROM portico.clients), ARRAY(SELECT record FROM portico.clients WHERE id > $1 ORDER BY id LIMIT $2)
