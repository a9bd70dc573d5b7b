-- Raise one of a subject's generations: all that was born under the number before is dead.
-- Called by  adapters/redis/subject-store.ts revoke(), revokeClient()
-- KEYS[1]    the subject, see keys.subject()
-- ARGV[1]    the generation's field
-- Returns    the new generation
-- Why Lua    the number must not be given twice, so it loses its expiry in the step that raises it
local generation = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PERSIST', KEYS[1])
return generation
