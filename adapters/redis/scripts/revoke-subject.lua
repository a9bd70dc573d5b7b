-- Increment one of a subject's versions, to revoke tokens from earlier versions or to have roles checked again.
-- Called by  adapters/redis/subject-store.ts revoke(), revokeClient(), changeRoles()
-- KEYS[1]    the subject, see keys.subject()
-- ARGV[1]    the version's field
-- Returns    the new version
-- Why Lua    no number may be used twice, so the key must lose its expiry in the same step
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[1], '')
local generation = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PERSIST', KEYS[1])
return generation
