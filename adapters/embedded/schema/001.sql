CREATE TABLE families (id TEXT PRIMARY KEY, record TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;

CREATE TABLE subjects (id TEXT PRIMARY KEY, generation INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE subject_roles (subject TEXT PRIMARY KEY, generation INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE subject_clients (subject TEXT, client TEXT, generation INTEGER NOT NULL, PRIMARY KEY (subject, client)) STRICT, WITHOUT ROWID;
CREATE TABLE ended_sessions (
  subject TEXT NOT NULL, session TEXT NOT NULL, expires_at INTEGER NOT NULL, revoked INTEGER NOT NULL,
  PRIMARY KEY (subject, session)
) STRICT;

CREATE TABLE clients (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
CREATE TABLE redirect_uris (uri TEXT PRIMARY KEY, client TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX redirect_uris_of_client ON redirect_uris (client);

-- clients: a JSON object of client ID to entry
CREATE TABLE sessions (key TEXT PRIMARY KEY, base TEXT NOT NULL, clients TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
CREATE TABLE session_links (
  subject TEXT NOT NULL, uid TEXT NOT NULL, key TEXT NOT NULL, about TEXT NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (subject, uid)
) STRICT;

CREATE TABLE records (
  kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT;
CREATE TABLE documents (
  collection TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT;

CREATE TABLE rate_windows (key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;

-- state: never 'leased'. A lease (leased = 1, until due_at) leaves it unchanged, so it applies again afterwards.
-- content: the members that no query reads, as JSON. expires_at: only set for completed deliveries.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY, state TEXT NOT NULL, leased INTEGER NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
  content TEXT NOT NULL, expires_at INTEGER
) STRICT;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state IN ('held', 'due');
CREATE INDEX deliveries_created ON deliveries (created_at);

CREATE TABLE audit (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, entry TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
-- One row: the last entry that was trimmed.
CREATE TABLE audit_anchor (seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
INSERT INTO audit_anchor VALUES (0, '');

-- share: the owner of an entry. Each share has a maximum number of entries.
CREATE TABLE bounded_logs (
  position INTEGER PRIMARY KEY AUTOINCREMENT, log TEXT NOT NULL, id TEXT NOT NULL, share TEXT NOT NULL,
  at INTEGER NOT NULL, text TEXT NOT NULL,
  UNIQUE (log, id)
) STRICT;
CREATE INDEX bounded_logs_order ON bounded_logs (log, position);
CREATE INDEX bounded_logs_shares ON bounded_logs (log, share, position);
CREATE INDEX bounded_logs_age ON bounded_logs (log, at);

-- Entries per share; the row whose share is a line feed counts the whole log. Counting rows would be too slow.
CREATE TABLE bounded_counts (
  log TEXT NOT NULL, share TEXT NOT NULL, entries INTEGER NOT NULL,
  PRIMARY KEY (log, share)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER bounded_put AFTER INSERT ON bounded_logs BEGIN
  INSERT INTO bounded_counts VALUES (new.log, new.share, 1), (new.log, char(10), 1)
    ON CONFLICT DO UPDATE SET entries = entries + 1;
END;
CREATE TRIGGER bounded_drop AFTER DELETE ON bounded_logs BEGIN
  UPDATE bounded_counts SET entries = entries - 1 WHERE log = old.log AND share IN (old.share, char(10));
  DELETE FROM bounded_counts WHERE log = old.log AND share = old.share AND entries = 0;
END;
