-- clock: read the clock that expires rows.
-- Called by  adapters/postgres/postgres-storage.ts
-- Returns    [milliseconds since the epoch]
-- Why        a single read
SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint

-- isReadOnly: find out whether the server takes no changes.
-- Called by  adapters/postgres/connection.ts
-- Returns    [whether it is a standby, or its transactions are read-only]
-- Why        a standby can be behind, so what has been revoked could count as valid there
SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'

-- serverSettings: read the settings that the store's guarantees depend on.
-- Called by  adapters/postgres/server-checks.ts
-- Returns    [version, fsync, full_page_writes, synchronous_commit, synchronous standbys, whether
--            encrypted, whether the connection is local, encoding]
-- Why        one round trip at a start
SELECT current_setting('server_version_num')::bigint, current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
  current_setting('synchronous_standby_names'), coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
  coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true), current_setting('server_encoding')

-- schemaState: find out whether the schema and its tables exist, and what this user may do with them.
-- Called by  adapters/postgres/schema.ts
-- $1 name of the schema, $2 names of the tables
-- Returns    [whether the table of versions exists, whether the schema exists, whether the user can create what is
--            missing (an index needs the owner of its table), whether the user can use the tables that exist]
-- Why        a user without rights gets a response too
SELECT bool_or(relname = 'schema_versions') IS TRUE, count(space.oid) > 0,
  CASE WHEN count(space.oid) > 0
    THEN has_schema_privilege($1, 'CREATE') AND bool_and(pg_has_role(relowner, 'USAGE')) IS NOT FALSE
    ELSE has_database_privilege(current_database(), 'CREATE') END,
  bool_and(has_schema_privilege(space.oid, 'USAGE') AND has_table_privilege(pg_class.oid, needed)) IS NOT FALSE
FROM unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) AS needed LEFT JOIN pg_namespace AS space ON nspname = $1
LEFT JOIN pg_class ON relnamespace = space.oid AND relkind = 'r' AND relname = ANY ($2)

-- newestVersion: read the version of the schema.
-- Called by  adapters/postgres/schema.ts
-- Returns    [version]
-- Why        a single read
SELECT max(version)::bigint FROM portico.schema_versions

-- lockSchema: wait until no other node creates or changes the schema.
-- Called by  adapters/postgres/schema.ts
-- Returns    nothing
-- Why        nodes that start at the same time take turns; the lock ends with the transaction
SELECT pg_advisory_xact_lock(hashtextextended('portico.schema', 0))

-- createSchema: create the schema.
-- Called by  adapters/postgres/schema.ts
-- Returns    nothing
-- Why        a user who applies the SQL by hand may have created it
CREATE SCHEMA IF NOT EXISTS portico

-- sweep: delete expired rows of a table, which replaces TABLE.
-- Called by  adapters/postgres/expiry-sweep.ts
-- $1 most rows
-- Returns    a row for each deleted row
-- Why        short transactions. Rows that another node has locked are skipped, not waited for
DELETE FROM portico.TABLE WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM portico.TABLE WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
)) AND expires_at <= now() RETURNING 1

-- sweepFamilies: delete expired families, and note when to look at the others again.
-- Called by  adapters/postgres/expiry-sweep.ts
-- $1 most rows
-- Returns    a row for each row that was looked at
-- Why        as for sweep. Refreshes change expires_at and not sweep_at, so each family is looked at once per lifetime
WITH due AS (
  SELECT ctid AS place FROM portico.families WHERE sweep_at <= now() ORDER BY sweep_at LIMIT $1 FOR UPDATE SKIP LOCKED
), later AS (
  UPDATE portico.families SET sweep_at = expires_at WHERE ctid = ANY (ARRAY(SELECT place FROM due)) AND expires_at > now()
), gone AS (
  DELETE FROM portico.families WHERE ctid = ANY (ARRAY(SELECT place FROM due)) AND expires_at <= now()
)
SELECT 1 FROM due
