-- Remove a browser session if it has not changed since it was copied.
-- Called by  adapters/redis/session-store.ts move()
-- KEYS[1]    the old key, see keys.session()
-- ARGV[1]    SHA-1 of the fields and values, in order, joined by line feeds
-- Returns    'dropped' | 'changed' | 'missing'
-- Why Lua    the old and new keys are in different slots; an entry added after the copy must be copied too
local parts = redis.call('HGETALL', KEYS[1])
if #parts == 0 then return 'missing' end
if redis.sha1hex(table.concat(parts, '\n')) ~= ARGV[1] then return 'changed' end
redis.call('DEL', KEYS[1])
return 'dropped'
