-- Increment one of a subject's versions: what was created under the number before is revoked, or is judged anew (roles).
-- Called by  adapters/redis/subject-store.ts revoke(), revokeClient(), changeRoles()
-- KEYS[1]    the subject, see keys.subject()
-- ARGV[1]    the version's field
-- Returns    the new version
-- Why Lua    the number must not be given twice, so it loses its expiry in the step that raises it
-- A write that needs no room comes first: then Redis lets the rest of the script have some, though none is left.
redis.call('HDEL', KEYS[1], '')
local generation = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('PERSIST', KEYS[1])
return generation
