-- putDeliveries: add deliveries whose ID is new.
-- Called by  adapters/postgres/deliveries.ts
-- $1 IDs, $2 states, $3 whether leased, $4 times of creation, $5 due times, $6 contents
-- Returns    nothing
-- Why        all of a call or none
INSERT INTO portico.deliveries
SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[], $4::bigint[], $5::bigint[], $6::text[]) ON CONFLICT DO NOTHING

-- releaseDeliveries: make held deliveries due.
-- Called by  adapters/postgres/deliveries.ts
-- $1 IDs, $2 now
-- Returns    nothing
-- Why        a held delivery that a worker has leased stays leased, and becomes due when the lease ends
UPDATE portico.deliveries SET state = 'due', due_at = CASE WHEN leased THEN due_at ELSE $2 END
WHERE id = ANY ($1) AND state = 'held'

-- leaseDeliveries: lease what is due, longest due first.
-- Called by  adapters/postgres/deliveries.ts
-- $1 now, $2 end of the lease, $3 deliveries
-- Returns    [ID, state, created, due, content]
-- Why        two workers skip each other's rows instead of waiting for them
UPDATE portico.deliveries SET leased = true, due_at = $2 WHERE id IN (
  SELECT id FROM portico.deliveries WHERE state IN ('held', 'due') AND due_at <= $1
  ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
) RETURNING id, state, false, created_at, due_at, content

-- leaseThese: lease these deliveries unless another worker has them.
-- Called by  adapters/postgres/deliveries.ts
-- $1 now, $2 end of the lease, $3 IDs
-- Returns    [ID, state, created, due, content]
-- Why        as for leaseDeliveries
UPDATE portico.deliveries SET leased = true, due_at = $2 WHERE id IN (
  SELECT id FROM portico.deliveries WHERE id = ANY ($3) AND state IN ('held', 'due') AND (NOT leased OR due_at <= $1)
  FOR UPDATE SKIP LOCKED
) RETURNING id, state, false, created_at, due_at, content

-- completeDelivery: record an attempt's outcome.
-- Called by  adapters/postgres/deliveries.ts
-- $1 ID, $2 state, $3 leased, $4 time of creation, $5 due time, $6 content, $7 milliseconds to keep, or null
-- Returns    nothing
-- Why        one upsert, because the row can be gone
INSERT INTO portico.deliveries VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 ms') ON CONFLICT (id) DO UPDATE SET
  state = excluded.state, leased = excluded.leased, created_at = excluded.created_at, due_at = excluded.due_at,
  content = excluded.content, expires_at = excluded.expires_at

-- findDelivery: read a delivery or a ledger entry.
-- Called by  adapters/postgres/deliveries.ts
-- $1 ID
-- Returns    [ID, state, leased, created, due, content], or no row
-- Why        an expired row counts as missing before it is deleted
SELECT id, state, leased, created_at, due_at, content FROM portico.deliveries
WHERE id = $1 AND (expires_at IS NULL OR expires_at > now())

-- listDeliveries: read ledger entries, newest first.
-- Called by  adapters/postgres/deliveries.ts
-- $1 end of the time, $2 entries
-- Returns    [ID, state, leased, created, due, content]
-- Why        the index has this order
SELECT id, state, leased, created_at, due_at, content FROM portico.deliveries
WHERE created_at < $1 AND (expires_at IS NULL OR expires_at > now()) ORDER BY created_at DESC, id LIMIT $2

-- nextDue: read when the next delivery is due.
-- Called by  adapters/postgres/deliveries.ts
-- Returns    [time], or [null]
-- Why        the index has this order
SELECT min(due_at) FROM portico.deliveries WHERE state IN ('held', 'due')

-- unfinishedDeliveries: read deliveries that are held, due, or leased.
-- Called by  adapters/postgres/deliveries.ts
-- $1 deliveries
-- Returns    [ID, state, leased, created, due, content]
-- Why        the index has this order
SELECT id, state, leased, created_at, due_at, content FROM portico.deliveries
WHERE state IN ('held', 'due') ORDER BY due_at, id LIMIT $1
