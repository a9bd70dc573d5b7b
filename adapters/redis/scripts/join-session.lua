-- Add a client's entry to a browser session unless the session already contains one.
-- Called by  adapters/redis/session-store.ts join()
-- KEYS[1]    the session, see keys.session()
-- ARGV[1]    the client's field
-- ARGV[2]    entry
-- Returns    { 'joined' | 'already', the valid entry } | { 'missing' }
-- Why Lua    joining a session that has just ended would create one that never expires
if redis.call('EXISTS', KEYS[1]) == 0 then return { 'missing' } end
if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 1 then return { 'joined', ARGV[2] } end
return { 'already', redis.call('HGET', KEYS[1], ARGV[1]) }
