-- Replace the entry of a client in a browser session that has it.
-- Called by  adapters/redis/session-store.ts amend()
-- KEYS[1]    the session, see keys.session()
-- ARGV[1]    field of the client
-- ARGV[2]    entry
-- Returns    'amended' | 'missing'
-- Why Lua    an entry must not come back to a session that has just ended
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 'missing' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 'amended'
