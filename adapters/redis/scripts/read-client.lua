-- Return a client and its redirect URIs.
-- Called by  adapters/redis/copies.ts readAll()
-- KEYS[1]    the record, see keys.client()
-- KEYS[2]    the client's redirect URIs, see keys.clientUris()
-- Returns    { record, URI... } | {}
-- Why Lua    the record and the URIs must be consistent
local record = redis.call('GET', KEYS[1])
if not record then return {} end
local found = redis.call('SMEMBERS', KEYS[2])
table.insert(found, 1, record)
return found
