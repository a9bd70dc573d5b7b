-- Replace a client's entry in a browser session that already contains one.
-- Called by  adapters/redis/session-store.ts amend()
-- KEYS[1]    the session, see keys.session()
-- ARGV[1]    the client's field
-- ARGV[2]    entry
-- Returns    'amended' | 'missing'
-- Why Lua    an entry must not be added back to a session that has just ended
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 'missing' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 'amended'
