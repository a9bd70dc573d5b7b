-- createTables: version 1 of the schema. A released version never changes; later changes are further statements.
-- Called by  adapters/postgres/schema.ts
-- Returns    nothing
-- Why        each table has the indexes that its queries need; version 2 has those on expiry. The columns that hold
--            Portico's values are text, ordered by bytes (COLLATE "C"), as in the other stores. All
--            versions can be applied to any of them.
CREATE TABLE IF NOT EXISTS portico.families (
  id text COLLATE "C" PRIMARY KEY, record text NOT NULL, expires_at timestamptz NOT NULL,
  -- The attempt that wrote the record, when, and the former record's expiry: see adapters/distributed/resolution.ts.
  attempt text NOT NULL DEFAULT '', written_at timestamptz NOT NULL DEFAULT now(), former_expires_at timestamptz
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
CREATE TABLE IF NOT EXISTS portico.nodes (
  id text COLLATE "C" PRIMARY KEY, resolved_below bigint NOT NULL, expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Revocation versions of users. They never expire.
CREATE TABLE IF NOT EXISTS portico.subjects (id text COLLATE "C" PRIMARY KEY, generation bigint NOT NULL);
CREATE TABLE IF NOT EXISTS portico.subject_roles (subject text COLLATE "C" PRIMARY KEY, generation bigint NOT NULL);
CREATE TABLE IF NOT EXISTS portico.subject_clients (
  subject text COLLATE "C", client text COLLATE "C", generation bigint NOT NULL, PRIMARY KEY (subject, client)
);
CREATE TABLE IF NOT EXISTS portico.ended_sessions (
  subject text COLLATE "C", session text COLLATE "C", revoked boolean NOT NULL, expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject, session)
);

CREATE TABLE IF NOT EXISTS portico.clients (id text COLLATE "C" PRIMARY KEY, record text NOT NULL);
-- Keyed by a hash, because an index holds 2,700 bytes at most and a redirect URI can be longer.
CREATE TABLE IF NOT EXISTS portico.redirect_uris (
  hash bytea PRIMARY KEY, uri text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL REFERENCES portico.clients ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS redirect_uris_client ON portico.redirect_uris (client);

-- The column clients is an object of client ID to entry.
CREATE TABLE IF NOT EXISTS portico.sessions (
  key text COLLATE "C" PRIMARY KEY, base text NOT NULL, clients jsonb NOT NULL, expires_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE IF NOT EXISTS portico.session_links (
  subject text COLLATE "C", uid text COLLATE "C", key text NOT NULL, about text NOT NULL,
  expires_at timestamptz NOT NULL, PRIMARY KEY (subject, uid)
);

CREATE TABLE IF NOT EXISTS portico.records (
  kind text COLLATE "C", id text COLLATE "C", value text NOT NULL, expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE TABLE IF NOT EXISTS portico.documents (
  collection text COLLATE "C", id text COLLATE "C", value text NOT NULL, PRIMARY KEY (collection, id)
) WITH (fillfactor = 80);

CREATE TABLE IF NOT EXISTS portico.rate_windows (
  key text COLLATE "C" PRIMARY KEY, count bigint NOT NULL, expires_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- The state is never 'leased'. A lease (leased, until due_at) leaves it unchanged, so it applies again afterwards.
-- The content has the members that no query reads, as JSON. Only completed deliveries expire.
CREATE TABLE IF NOT EXISTS portico.deliveries (
  id text COLLATE "C" PRIMARY KEY, state text NOT NULL, leased boolean NOT NULL, created_at bigint NOT NULL,
  due_at bigint NOT NULL, content text NOT NULL, expires_at timestamptz
);
CREATE INDEX IF NOT EXISTS deliveries_due ON portico.deliveries (due_at) WHERE state IN ('held', 'due');
CREATE INDEX IF NOT EXISTS deliveries_created ON portico.deliveries (created_at);

CREATE TABLE IF NOT EXISTS portico.audit (
  seq bigint PRIMARY KEY, at bigint NOT NULL, entry text NOT NULL, hash text NOT NULL
);
-- One row: the last line, and the last line that was trimmed.
CREATE TABLE IF NOT EXISTS portico.audit_ends (
  id smallint PRIMARY KEY CHECK (id = 1), seq bigint NOT NULL, hash text NOT NULL, trimmed_seq bigint NOT NULL,
  trimmed_hash text NOT NULL
) WITH (fillfactor = 10);
INSERT INTO portico.audit_ends VALUES (1, 0, '', 0, '') ON CONFLICT DO NOTHING;

-- A share is the owner of an entry. Each share has a maximum number of entries.
CREATE TABLE IF NOT EXISTS portico.bounded_logs (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, log text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
  share text COLLATE "C" NOT NULL, at bigint NOT NULL, text text NOT NULL, UNIQUE (log, id)
);
CREATE INDEX IF NOT EXISTS bounded_logs_order ON portico.bounded_logs (log, position);
CREATE INDEX IF NOT EXISTS bounded_logs_shares ON portico.bounded_logs (log, share, position);
CREATE INDEX IF NOT EXISTS bounded_logs_age ON portico.bounded_logs (log, at);
-- Entries of each log. Counting rows would be too slow. The row is also the lock of the log.
CREATE TABLE IF NOT EXISTS portico.bounded_counts (
  log text COLLATE "C" PRIMARY KEY, entries bigint NOT NULL
) WITH (fillfactor = 10);

CREATE OR REPLACE FUNCTION portico.put_bounded(
  of_log text, ids text[], shares text[], ats bigint[], texts text[], replaces boolean, total bigint, per_share bigint,
  since bigint
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  added bigint := 0;
  changed bigint;
  one text;
BEGIN
  INSERT INTO portico.bounded_counts VALUES (of_log, 0) ON CONFLICT DO NOTHING;
  PERFORM FROM portico.bounded_counts WHERE log = of_log FOR UPDATE;
  FOR place IN 1 .. cardinality(ids) LOOP
    INSERT INTO portico.bounded_logs (log, id, share, at, text)
      VALUES (of_log, ids[place], shares[place], ats[place], texts[place]) ON CONFLICT (log, id) DO NOTHING;
    GET DIAGNOSTICS changed = ROW_COUNT;
    added := added + changed;
    IF changed = 0 AND replaces THEN
      UPDATE portico.bounded_logs SET text = texts[place] WHERE log = of_log AND id = ids[place];
    END IF;
  END LOOP;
  FOREACH one IN ARRAY ARRAY(SELECT DISTINCT unnest(shares)) LOOP
    DELETE FROM portico.bounded_logs WHERE position IN (
      SELECT position FROM portico.bounded_logs WHERE log = of_log AND share = one ORDER BY position DESC OFFSET per_share
    );
    GET DIAGNOSTICS changed = ROW_COUNT;
    added := added - changed;
  END LOOP;
  DELETE FROM portico.bounded_logs WHERE log = of_log AND at < since;
  GET DIAGNOSTICS changed = ROW_COUNT;
  UPDATE portico.bounded_counts SET entries = entries + added - changed WHERE log = of_log RETURNING entries INTO added;
  IF added > total THEN
    DELETE FROM portico.bounded_logs WHERE position IN (
      SELECT position FROM portico.bounded_logs WHERE log = of_log ORDER BY position LIMIT added - total
    );
    GET DIAGNOSTICS changed = ROW_COUNT;
    UPDATE portico.bounded_counts SET entries = entries - changed WHERE log = of_log;
  END IF;
END $$;

-- Each row is a version of the schema that is in place.
CREATE TABLE IF NOT EXISTS portico.schema_versions (
  version integer PRIMARY KEY, since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO portico.schema_versions VALUES (1) ON CONFLICT DO NOTHING;

-- indexExpiry: version 2 of the schema. Expired rows are found by indexes.
-- Called by  adapters/postgres/schema.ts
-- Returns    nothing
-- Why        without an index, each deletion reads the whole table. Each refresh changes a family's expires_at, so the
--            index has another column: when the sweep looks at the row again. That way, updates stay in their page (HOT)
ALTER TABLE portico.families ADD COLUMN IF NOT EXISTS sweep_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX IF NOT EXISTS families_sweep ON portico.families (sweep_at);
CREATE INDEX IF NOT EXISTS ended_sessions_expiry ON portico.ended_sessions (expires_at);
CREATE INDEX IF NOT EXISTS sessions_expiry ON portico.sessions (expires_at);
CREATE INDEX IF NOT EXISTS session_links_expiry ON portico.session_links (expires_at);
CREATE INDEX IF NOT EXISTS records_expiry ON portico.records (expires_at);
CREATE INDEX IF NOT EXISTS rate_windows_expiry ON portico.rate_windows (expires_at);
CREATE INDEX IF NOT EXISTS deliveries_expiry ON portico.deliveries (expires_at) WHERE expires_at IS NOT NULL;
INSERT INTO portico.schema_versions VALUES (2) ON CONFLICT DO NOTHING;
