-- Roll back an unacknowledged replacement of a token family, or block the replacement if it has not arrived yet.
-- Called by  adapters/redis/resolution-steps.ts
-- KEYS[1]    the family, see keys.family()
-- ARGV[1]    the former record
-- ARGV[2]    the next record, which might still arrive
-- ARGV[3]    the attempt, or the node to match any of its attempts
-- ARGV[4]    minimum lifetime of the restored record in seconds
-- Returns    'undone' | 'refused' | 'left' | 'missing'
-- Why Lua    another request could use the record between the client's read and its rollback
local value = redis.call('GET', KEYS[1])
if not value then return 'missing' end
local record, origin = string.match(value, '^(.*)#([^#]*)$')
-- Append a space to the record. Readers ignore the space, but a late attempt will not find the record it expects.
if record == ARGV[2] and string.sub(origin, 13, 12 + #ARGV[3]) == ARGV[3] then
  local age = (redis.call('TIME')[1] - tonumber(string.sub(origin, 1, 6), 16)) % 16777216
  local left = tonumber(string.sub(origin, 7, 12), 16) - age
  redis.call('SET', KEYS[1], ARGV[1] .. ' #', 'EX', math.max(left, tonumber(ARGV[4])))
  return 'undone'
end
if record ~= ARGV[1] then return 'left' end
redis.call('SET', KEYS[1], ARGV[1] .. ' #' .. origin, 'KEEPTTL')
return 'refused'
